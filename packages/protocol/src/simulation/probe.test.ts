import { getContract } from '@covault/devnet'
import { keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readCriticalStorage } from './criticalStorage.js'
import {
  createProbeReader,
  encodeProbe,
  ProbeAnswerError,
  probeCode,
} from './probe.js'

test('is the code that SafeProbe.sol compiles to', () => {
  expect(probeCode).toBe(getContract('SafeProbe').deployedBytecode)
})

test('writes the tag, the call and three words for each question', () => {
  const data = encodeProbe({
    call: '0x123456',
    questions: [{ kind: 'list', slot: 2n, most: 500 }],
  })
  const words = ['1', '2', '1f4'].map((word) => word.padStart(64, '0'))
  expect(data).toBe(
    `${keccak256(toHex('covault.simulation.probe'))}${'3'.padStart(64, '0')}123456${words.join('')}`,
  )
})

test('an answer that is cut off is no answer', () => {
  const reader = createProbeReader(`0x${'1'.padStart(64, '0')}`)
  expect(() => reader.readCall()).toThrow(ProbeAnswerError)
})

test('a list that does not come back to its beginning is told', () => {
  const word = (value: string) => value.padStart(64, '0')
  const owners = [word('2'), word('aa'), word('1')]
  // A broken one ends at zero, as if nobody had ever been there.
  const modules = [word('1'), word('0')]
  const storage = readCriticalStorage(
    createProbeReader(
      `0x${[word('5'), ...owners, word('1'), word('1'), ...modules, ...Array.from({ length: 4 }, () => word('0'))].join('')}`,
    ),
  )
  expect(storage).toMatchObject({
    singleton: 5n,
    owners: ['0x00000000000000000000000000000000000000AA'],
    areOwnersWhole: true,
    areModulesWhole: false,
  })
})
