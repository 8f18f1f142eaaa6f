import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
