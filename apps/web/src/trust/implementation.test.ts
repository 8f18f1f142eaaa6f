// @vitest-environment node
import {
  createClient,
  custom,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
} from 'viem'
import { expect, test } from 'vitest'
import { fromBlock, withEndpoint } from '../testing/provenance.js'
import { readImplementation } from './implementation.js'

const address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const target = '0x91dB860c37E83dab0A4A005E209577E64c61EEfA'
const digits = target.slice(2).toLowerCase()

/** As the standards derive them. */
const slotOf = (name: string) =>
  numberToHex(BigInt(keccak256(stringToHex(name))) - 1n)

/** A node that has one contract. */
function read({
  code = '0x6001',
  storage = {},
  answer = '0x',
}: {
  code?: Hex
  storage?: Record<string, Hex>
  answer?: Hex
}) {
  const client = createClient({
    transport: custom({
      async request({ method, params }: { method: string; params: unknown[] }) {
        if (method === 'eth_blockNumber') return '0x7'
        if (method === 'eth_getCode') return code
        if (method === 'eth_call') return answer
        return storage[String(params[1])] ?? pad('0x')
      },
    }),
  })
  return readImplementation(withEndpoint(client), address)
}

test('finds the implementation of EIP-1967', async () => {
  const storage = { [slotOf('eip1967.proxy.implementation')]: pad(target) }
  expect(await read({ storage })).toEqual({
    address: target,
    by: 'EIP-1967',
    provenance: fromBlock(7n),
  })
})

test('asks a beacon for it', async () => {
  const storage = { [slotOf('eip1967.proxy.beacon')]: pad(address) }
  expect(await read({ storage, answer: pad(target) })).toMatchObject({
    address: target,
    by: 'beacon',
  })
})

test('finds that of EIP-1822', async () => {
  const storage = { [keccak256(stringToHex('PROXIABLE'))]: pad(target) }
  expect(await read({ storage })).toMatchObject({ by: 'EIP-1822' })
})

test.each<[string, Hex]>([
  ['EIP-1167', `0x363d3d373d3d3d363d73${digits}5af43d82803e903d91602b57fd5bf3`],
  ['EIP-7702', `0xef0100${digits}`],
])('reads %s from the code', async (by, code) => {
  expect(await read({ code })).toMatchObject({ address: target, by })
})

test('an address in slot 0 means nothing without the code of a Safe proxy', async () => {
  expect(await read({ storage: { '0x0': pad(target) } })).toBeNull()
})

test('a slot that holds more than an address is none', async () => {
  const storage = {
    [slotOf('eip1967.proxy.implementation')]: `0x01${pad(target).slice(4)}`,
  } as Record<string, Hex>
  expect(await read({ storage })).toBeNull()
})
