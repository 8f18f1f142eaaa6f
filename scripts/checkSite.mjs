// Compares what a site serves with a release: node checkSite.mjs URL --release release.json
// One file that needs nothing but Node, to be run elsewhere than the site: on
// another computer, by hand or by cron. It ends with 0 where all is equal, with 1
// where something differs, with 2 where it could not look.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const usage = 'Usage: node checkSite.mjs URL --release release.json'

/** Every page is the same document, whoever asks. */
const pages = [
  '/',
  '/welcome/accounts',
  '/home',
  '/transactions/queue',
  '/settings/version',
  '/apps/open?appUrl=https://app.example',
]
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'curl/8.14.1',
]
const cookies = ['', 'covault_origins=https%3A%2F%2Frpc.example']

/** What every document carries; the last says which scripts may run. */
const headers = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin-allow-popups$/,
  'permissions-policy': /camera=\(\)/,
  'integrity-policy': /blocked-destinations=\(script\)/,
}

/** These name servers of the operator and the reader, not of the release. */
const configured = ['connect-src', 'frame-src', 'frame-ancestors']

const atOnce = 8

const differences = new Set()
const differ = (where, what) => differences.add(`${where}: ${what}`)
const hash = (content) => createHash('sha256').update(content).digest('hex')

try {
  const { site, release, text } = readOptions()
  checkRoot(release)
  const checks = [
    ...listDocumentChecks(site, release),
    ...listFileChecks(site, release),
    () => checkRelease(site, text, release),
  ]
  await runAll(checks)
  report(site, release, checks.length)
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { release: { type: 'string' } },
  })
  const [site] = positionals
  if (!site || !URL.canParse(site) || !values.release) throw new Error(usage)
  const text = readFileSync(values.release, 'utf8')
  const release = JSON.parse(text)
  if (release.format !== 'covault-release')
    throw new Error(`${values.release} is not a release.`)
  return { site: new URL(site).origin, release, text }
}

/** The release must hold together before anything is compared with it. */
function checkRoot({ files, root }) {
  const sums = Object.entries(files)
    .map(([path, { sha256 }]) => `${sha256}  ${path.slice(1)}\n`)
    .join('')
  if (hash(sums) !== root)
    throw new Error('The root of the release does not fit its files.')
}

function listDocumentChecks(site, release) {
  return pages.flatMap((page) =>
    agents.flatMap((agent) =>
      cookies.map((cookie) => async () => {
        const reply = await get(site + page, agent, cookie)
        const name = `${page} for ${nameAgent(agent)}${cookie && ' with a cookie'}`
        const content = Buffer.from(await reply.arrayBuffer())
        if (hash(content) !== release.files['/index.html'].sha256)
          differ(name, 'the document is not the one of the release')
        checkHeaders(name, reply.headers, release)
      }),
    ),
  )
}

function checkHeaders(name, found, release) {
  for (const [header, wanted] of Object.entries(headers))
    if (!wanted.test(found.get(header) ?? ''))
      differ(name, `the header ${header} is ${found.get(header) ?? 'missing'}`)
  const policies = (found.get('content-security-policy') ?? '').split(', ')
  if (policies.length !== 1) differ(name, 'there is more than one policy')
  const served = readPolicy(policies[0])
  const wanted = readPolicy(release.csp.default)
  for (const directive of new Set([...served.keys(), ...wanted.keys()]))
    if (
      !configured.includes(directive) &&
      served.get(directive) !== wanted.get(directive)
    )
      differ(
        name,
        `the policy says ${directive} ${served.get(directive) ?? 'nothing'}`,
      )
  for (const directive of configured)
    if (/\*|unsafe|data:/.test(served.get(directive) ?? ''))
      differ(name, `the policy says ${directive} ${served.get(directive)}`)
}

function readPolicy(text) {
  return new Map(
    text
      .split('; ')
      .filter(Boolean)
      .map((directive) => {
        const [name, ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
  )
}

function listFileChecks(site, release) {
  return Object.entries(release.files)
    .filter(([path]) => path !== '/index.html')
    .flatMap(([path, { sha256 }]) =>
      agents.map((agent) => async () => {
        const reply = await get(site + path, agent)
        const content = Buffer.from(await reply.arrayBuffer())
        const name = `${path} for ${nameAgent(agent)}`
        if (!reply.ok) differ(name, `the server answers ${reply.status}`)
        else if (hash(content) !== sha256)
          differ(name, 'the file is not the one of the release')
      }),
    )
}

/** What browsers are told to accept next must be what we compared with. */
async function checkRelease(site, text, { keys }) {
  const reply = await get(`${site}/release.json`, agents[0])
  if (!reply.ok && !keys) return
  if (!reply.ok || (await reply.text()) !== text)
    differ('/release.json', 'the server offers another release')
}

function get(url, agent, cookie = '') {
  return fetch(url, {
    redirect: 'manual',
    headers: { 'user-agent': agent, ...(cookie && { cookie }) },
    signal: AbortSignal.timeout(30_000),
  }).catch((cause) => {
    throw new Error(`${url} can’t be reached: ${cause.cause?.code ?? cause}`)
  })
}

function nameAgent(agent) {
  return /Chrome|iPhone|curl/.exec(agent)?.[0]
}

async function runAll(checks) {
  const rest = [...checks]
  const runNext = async () => {
    for (let check = rest.shift(); check; check = rest.shift()) await check()
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
}

function report(site, { product, root }, count) {
  console.log(`${site} against release ${product}, root ${root}`)
  for (const difference of [...differences].sort())
    console.log(`  ${difference}`)
  console.log(
    differences.size === 0
      ? `Equal: ${count} answers.`
      : `${differences.size} of ${count} answers differ.`,
  )
  if (differences.size > 0) process.exitCode = 1
}
