import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashTransaction } from './safe.js'

const program = join(import.meta.dirname, 'main.ts')
const address = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
const input = JSON.stringify({
  chainId: 1,
  safe: address,
  safeVersion: '1.4.1',
  to: address,
  value: '0',
  data: '0x',
  operation: 0,
  nonce: '3',
})

function verify(...args: string[]) {
  const all = ['--import=tsx', program, ...args]
  const options = { input, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, all, options)
  return { status, stdout, stderr: stderr.trim() }
}

test('reads what it is given, and trusts what is listed with commas or spaces', () => {
  const { status, stdout } = verify('-', '--known', `${address}, ${address}`)
  expect(stdout).toContain('Safe transaction hash: 0x')
  expect(status).toBe(0)
})

test.each([
  [['absent.json'], 'Can’t read the file absent.json. Check its name.'],
  [['--url', 'nonsense'], 'nonsense doesn’t answer. Check the address.'],
  [
    ['-', '--url', 'https://service.example'],
    'Give one file or one URL: each is checked by itself.',
  ],
  [
    ['-', '--known', '0x12'],
    'One of the addresses you trust is not an address: 0x12.',
  ],
])('says what is wrong with %j', (args, words) => {
  expect(verify(...args)).toEqual({ status: 1, stdout: '', stderr: words })
})

const built = join(import.meta.dirname, '../dist/verify.mjs')

/** Without the loader that reads sources, and while a server of ours answers. */
function runBuilt(
  ...args: string[]
): Promise<{ code: number; stdout: string }> {
  const env = { ...process.env, NODE_OPTIONS: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [built, ...args], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), stdout }),
    )
  })
}

test('the built program reads the answer of a transaction service @full', async () => {
  const build = join(import.meta.dirname, '../build.mjs')
  expect(spawnSync(process.execPath, [build]).status).toBe(0)
  const zero = '0x0000000000000000000000000000000000000000'
  const answer = {
    safe: address,
    to: address,
    value: '12345678901234567890',
    data: null,
    operation: 0,
    gasToken: zero,
    safeTxGas: '0',
    baseGas: '0',
    gasPrice: '0',
    refundReceiver: zero,
    nonce: '3',
    confirmations: [],
  }
  let status = 200
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, reply) => {
    asked.push(url)
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const path = `/api/v1/multisig-transactions/0x${'1'.repeat(64)}/`
  const ask = () =>
    runBuilt(
      ...['--url', `http://127.0.0.1:${port}${path}`],
      ...['--chain-id', '1', '--safe-version', '1.4.1'],
    )
  try {
    const { code, stdout } = await ask()
    const signed = hashTransaction(
      { chainId: 1n, safe: address, version: '1.4.1' },
      {
        ...answer,
        value: 12345678901234567890n,
        data: '0x',
        nonce: 3n,
        safeTxGas: 0n,
        baseGas: 0n,
        gasPrice: 0n,
      },
    ).signed
    expect(stdout).toContain(`Safe transaction hash: ${signed}`)
    expect(code).toBe(0)
    expect(asked).toEqual([path])
    status = 404
    expect(await ask()).toEqual({ code: 1, stdout: '' })
  } finally {
    server.close()
  }
}, 120_000)
