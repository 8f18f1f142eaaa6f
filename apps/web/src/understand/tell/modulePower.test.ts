// @vitest-environment node
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { writeModulePower } from './modulePower.js'

const codeHash = keccak256('0x01')
const limits = {
  address: '0xAA46724893dedD72658219405185Fb0Fc91e091C',
  codeHash,
} as const
const unknown = {
  address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  codeHash,
} as const
const everything = 'can move everything without signatures'

test.each([
  ['an official one', 10, [limits], 'can pay out the spending limits'],
  ['one that is not listed for the network', 31337, [limits], everything],
  ['an unknown one beside it', 10, [limits, unknown], everything],
  ['one that is not read yet', 10, undefined, everything],
])('says what the modules can do: %s', (_, chainId, modules, words) => {
  expect(writeModulePower(chainId, modules)).toContain(words)
})
