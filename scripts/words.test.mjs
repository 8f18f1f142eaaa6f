import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readStrings } from './readStrings.mjs'

/** Words that people had to read twice, each with what is written instead. */
const replaced = [
  [/\bseal(s|ed)?\b/i, 'signature, signed'],
  [/\binstallation\b/i, 'gateway'],
  [/\bstands? for\b/i, 'resolves to'],
  [/\bhand(s|ed)? (it )?in\b/i, 'submit'],
  [/\banew\b/i, 'reset, again'],
  [/\bshall\b/i, 'must, should, or the imperative'],
  [/\b(hence|thereof|nevertheless|foretold)\b/i, 'a plain word'],
  [/\b(take|takes|took) its place\b/i, 'replace'],
  [/(^|: )gateway says/i, 'reported by the gateway'],
  [/(^|[.:?] )(whoever|nobody|somebody)\b/i, 'the person or thing by its name'],
  [/\bwhat waits\b/i, 'the queue, waiting transactions'],
  [/\b(computed|checked) here\b/i, 'in this browser'],
  [/\b(can|don|isn|doesn|won|hasn|aren|wasn)'t\b/i, 'the apostrophe ’'],
  [/[\p{L}]\.\.(\s|$)/u, 'one full stop'],
  [/\$\p{L}/u, '$ before the brace of what is filled in'],
  [/[a-z]!(\s|$)/, 'no exclamation mark'],
  [/\b(somebody|whoever)\b/i, 'the person or thing by its name'],
  [/(?<!")\bnobody\b/i, 'no one, no other, or the thing by its name'],
  [/\brivals?\b/i, 'conflicting transactions'],
  [/\b(can run|ran(?! out))\b/i, 'execute, executed'],
  [/\bmaster ?cop(y|ies)\b/i, 'implementation'],
  [/\bnothing moves\b/i, 'nothing: the headline says it'],
  [/\bnewly minted\b/i, 'minted'],
  [/\bopen for your\b/i, 'need your signature'],
  [/\brules found nothing\b/i, 'so many checks, so many findings'],
  [/\bbeing looked up\b/i, 'checking'],
  [/\bothers execute later\b/i, 'sign only'],
  [/\b(forget it|leave it|take it away)\b/i, 'discard, cancel, remove'],
  [/\bwe have looked\b/i, 'mark as reviewed'],
  [/\bof that name to do\b/i, 'unknown action'],
  [/\bno cancelling\b/i, 'does not cancel'],
  [/\bmay be others\b/i, 'may have changed'],
  [/\bis no safe\b/i, 'is not a safe'],
  [/\bis there\b/i, 'was created, is available'],
  [/^(comes|goes)$/i, 'added, removed'],
  [/\basleep\b/i, 'inactive'],
  [/\bnot what it says\b/i, 'content mismatch'],
  [/\bchecksum fits\b/i, 'checksum verified'],
  [/\bno accounts? fits?\b/i, 'no matching accounts'],
  [/\bsuspicious ones\b/i, 'suspicious transfers'],
  [/\bback to what\b/i, 'reset to default'],
  [/\bempty means\b/i, 'leave empty to'],
  [/\bmade one by\b/i, 'added by'],
  [/\bwith(out)? a log\b(?! entry)/i, 'emits events'],
  [/\bcode of the dapp\b/i, 'WalletConnect link'],
  [/\bkeep it closed\b/i, 'don’t allow'],
  [/\bchoose several\b/i, 'select'],
  [/^in all\b(?! safes)/i, 'total'],
  [/\bask for less\b/i, 'remove a filter'],
  [/\bhighest fee\b/i, 'max fee'],
  [/\bwhat you collected\b/i, 'draft batch'],
]

test('the screen, the errors and the commands speak in plain words', () => {
  const found = listFiles()
    .filter((path) => holdsOne(path))
    .flatMap((path) =>
      readStrings(path).flatMap(({ line, text }) =>
        replaced
          .filter(([word]) => word.test(withoutCode(text)))
          .map(([, instead]) => `${path}:${line} ${text} -> ${instead}`),
      ),
    )
  expect(found).toEqual([])
})

/** What numbers change is chosen by their plural rules, and lists are joined by
 * theirs. A guard such as `=== 1 && …` is none of that. */
const byHand = [
  [
    /(=== 1n?|!== 1n?|> 1n?)\s*\?\s*['"`](?=\p{L})/u,
    'choosePlural, formatCount, writeCount',
  ],
  [/\.join\(['"`] (and|or) ['"`]\)/, 'listWords, writeList'],
]

test('plurals and lists are made by Intl', () => {
  const found = listFiles()
    .filter((path) => !path.startsWith('scripts/'))
    .flatMap((path) => {
      const source = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
      return byHand.flatMap(([code, instead]) => {
        const hit = code.exec(source)?.[0]
        return hit ? [`${path} ${hit} -> ${instead}`] : []
      })
    })
  expect(found).toEqual([])
})

/** Few files do, and only these are parsed. */
function holdsOne(path) {
  const source = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  return replaced.some(([word]) => word.test(source))
}

test('lists text in elements, labels, templates and errors, and nothing else', () => {
  const source = `
    import { a } from 'some/where'
    type Kind = 'Not this one'
    export const A = ({ name }) => (
      <p className="quiet words here" aria-label="The label">
        Send to {name} <b>now</b>
      </p>
    )
    const error = new Error(\`The safe \${name} \` + 'is gone.')
    if (kind === 'not this either') a['nor this one']
  `
  const texts = readStrings('x.tsx', source).map(({ text }) => text)
  expect(texts).toEqual([
    'Send to {name} <b>',
    'The label',
    'now',
    'The safe {name} is gone.',
  ])
})

/** What is filled in is named in code, where a mark may be called a seal. */
function withoutCode(text) {
  return text.replaceAll(/\{[^}]*\}|<[^>]*>/g, '')
}
