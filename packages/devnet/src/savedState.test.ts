import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoAccounts } from './accounts.js'
import { DamagedStateError, restoreState } from './savedState.js'
import { sendTransaction } from './sendTransaction.js'
import { startDevnet } from './startDevnet.js'

const { alice, bob } = demoAccounts

let folder: string
let stateFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state '))
  stateFile = join(folder, 'chain.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const whole = '{"block":{"number":"0x1"},"a":["}\\"]"],"b":"\\\\"}'

test('uses a whole file', () => {
  writeFileSync(stateFile, whole)
  expect(restoreState(stateFile)).toBe(true)
})

test.each([0, 1, 8, 24, whole.length - 1])(
  'takes the copy when the file ends after %i bytes',
  (length) => {
    writeFileSync(stateFile, whole.slice(0, length))
    writeFileSync(`${stateFile}.copy`, whole)
    expect(restoreState(stateFile)).toBe(true)
    expect(readFileSync(stateFile, 'utf8')).toBe(whole)
  },
)

test('begins again when half a file is all there is', () => {
  writeFileSync(stateFile, whole.slice(0, 10))
  expect(restoreState(stateFile)).toBe(false)
  expect(existsSync(stateFile)).toBe(false)
})

test('says what to do when the copy is damaged too', () => {
  writeFileSync(stateFile, '')
  writeFileSync(`${stateFile}.copy`, '{')
  expect(() => restoreState(stateFile)).toThrow(DamagedStateError)
})

test('finds the chain after it was killed while writing', async () => {
  const first = await startDevnet({
    chainId: 31338,
    stateFile,
    saveSeconds: 1,
  })
  await sendTransaction(first.client, {
    account: alice,
    to: bob.address,
    value: 5n,
  })
  const balance = await first.client.getBalance(bob)
  while (!existsSync(`${stateFile}.copy`)) await delay(50)
  process.kill(first.pid, 'SIGKILL')
  await first.ended
  truncateSync(stateFile, 1000)

  const second = await startDevnet({ chainId: 31338, stateFile })
  expect(await second.client.getBalance(bob)).toBe(balance)
  await second.stop()
}, 120_000)
