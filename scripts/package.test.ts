import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startDevnet } from '@covault/devnet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { end, findFreePort, readUrl } from './gatewayProcess.js'

// A machine with Node and npm, a user without rights, no git and no network to
// ask for packages.
const root = join(import.meta.dirname, '..')
const nobody = 65534
let place: string

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'covault-package-test-'))
})

afterEach(() => rmSync(place, { recursive: true, force: true }))

test('one file starts on a machine with Node alone, without rights @full', async () => {
  execFileSync(process.execPath, ['scripts/package.mjs', '--out', place], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [name = ''] = readdirSync(place)
  expect(name).toMatch(/^covault-[\d.]+-\w+-\w+\.tgz$/)
  const inside = execFileSync('tar', ['-tzf', join(place, name)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }).split('\n')
  for (const path of ['docs/operating.md', 'deploy/covault.service'])
    expect(inside).toContain(`package/${path}`)
  const home = makeHome(name)
  const devnet = await startDevnet({ chainId: 31337 })
  const config = { chains: [{ chainId: 31337, rpcUrls: [devnet.url] }] }
  writeFileSync(join(home, 'covault.config.json'), JSON.stringify(config))
  giveAway(home)

  const port = String(await findFreePort())
  const started = Date.now()
  const child = startAsNobody(home, [
    'npx',
    '--offline',
    '--yes',
    `./${name}`,
    'start',
    ...['--config', 'covault.config.json', '--data', 'data', '--port', port],
  ])
  try {
    const url = await readUrl(child, port)
    const answer = await fetch(`${url}/health/ready`)
    expect(answer.status).toBe(200)
    // To be read, not asserted: 60 s are allowed on a machine with nothing else to do.
    const seconds = (Date.now() - started) / 1000
    console.log(`from the archive to ready in ${seconds.toFixed(1)} s`)
    const page = await (await fetch(url)).text()
    expect(page).toContain('Covault')
  } finally {
    await end(child)
    await devnet.stop()
  }
}, 600_000)

/** Only Node and npm are on the path: no git, no compiler. */
function makeHome(name: string): string {
  const home = join(place, 'home')
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  const npx = join(dirname(npm), 'npx')
  symlinkSync(process.execPath, join(bin, 'node'))
  symlinkSync(npm, join(bin, 'npm'))
  symlinkSync(npx, join(bin, 'npx'))
  symlinkSync('/bin/sh', join(bin, 'sh'))
  copyFileSync(join(place, name), join(home, name))
  return home
}

function giveAway(home: string): void {
  chmodSync(place, 0o755)
  if (process.getuid?.() === 0)
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, home])
}

function startAsNobody(home: string, [command = '', ...args]: string[]) {
  const isRoot = process.getuid?.() === 0
  return spawn(join(home, 'bin', command), args, {
    cwd: home,
    env: { HOME: home, PATH: join(home, 'bin') },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
}
