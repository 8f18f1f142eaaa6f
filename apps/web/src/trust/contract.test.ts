// @vitest-environment node
import { createClient, custom, type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { withEndpoint } from '../testing/provenance.js'
import { readContract } from './contract.js'

const address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const guard = '0xe6d7a83a'

/** A node that has one contract, which claims these interfaces. */
function read(claims: (interfaceId: string) => boolean) {
  const client = createClient({
    transport: custom({
      async request({
        method,
        params: [call],
      }: {
        method: string
        params: [{ data: Hex }]
      }) {
        if (method === 'eth_getCode') return '0x6001'
        return pad(claims(`0x${call.data.slice(10, 18)}`) ? '0x1' : '0x0')
      },
    }),
  })
  return readContract(withEndpoint(client), {
    address,
    interfaceId: guard,
    blockNumber: 7n,
  })
}

test('a contract has the interface that it claims', async () => {
  expect(await read((id) => id === guard)).toMatchObject({ supports: true })
  expect(await read(() => false)).toMatchObject({ supports: false })
})

test('who claims every interface has none', async () => {
  expect(await read(() => true)).toMatchObject({ supports: false })
})
