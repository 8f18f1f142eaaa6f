import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The launcher as it ends before anything is installed or started. */
async function run(...args: string[]): Promise<string> {
  const { COVAULT_RPC_URL: _, ...env } = process.env
  const launcher = join(import.meta.dirname, 'start.mjs')
  const child = spawn(process.execPath, [launcher, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code).toBe(1)
  return output
}

test('a network without an RPC endpoint says what to get and where it goes', async () => {
  const output = await run('--network', 'mainnet')
  expect(output).toContain('No RPC endpoint for mainnet.')
  expect(output).toContain('COVAULT_RPC_URL')
  expect(output).toContain('npm start -- --network mainnet')
}, 30_000)

const program = `
import { askEndpoint } from ${JSON.stringify(join(import.meta.dirname, '../apps/gateway/bin/askEndpoint.mjs'))}
await askEndpoint('mainnet').then(
  () => console.log(process.env.COVAULT_RPC_URL.length + ' characters'),
  ({ message }) => console.log(message),
)`

/** What a terminal shows to whoever types this line at the question. */
async function type(line: string): Promise<string> {
  const command = '"$NODE" --input-type=module -e "$PROGRAM"'
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
    stdio: 'pipe',
  })
  let shown = ''
  child.stdout.on('data', (chunk) => {
    const isAsked = shown.includes('(not shown)')
    shown += String(chunk)
    if (!isAsked && shown.includes('(not shown)'))
      child.stdin.write(`${line}\r`)
  })
  // All that it showed has then arrived.
  await new Promise((resolve) => child.once('close', resolve))
  child.stdin.destroy()
  return shown
}

test.runIf(process.platform === 'linux')(
  'on a terminal it is asked for, and not shown',
  async () => {
    for (const url of ['https://rpc.example/kEy', 'wss://rpc.example/kEy']) {
      const shown = await type(url)
      expect(shown).toContain(`${url.length} characters`)
      expect(shown).not.toContain('kEy')
    }
    expect(await type('rpc.example/kEy')).toContain('must begin with https://')
  },
  60_000,
)

test('an RPC endpoint has no place on the command line', async () => {
  expect(await run('--rpc', 'https://rpc.example/key')).toContain('--rpc')
  expect(await run('--network', 'eth', '--config', 'x')).toContain('not both')
}, 30_000)
