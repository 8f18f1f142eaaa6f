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
