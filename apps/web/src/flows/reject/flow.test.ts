// @vitest-environment node
import { buildRejection } from '@covault/protocol'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { createChainClient } from '../../trust/chainClient.js'
import type { Snapshot } from '../machine/flow.js'
import { reject } from './flow.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'

const chain: Snapshot['chain'] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there: nothing of the chain is needed.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const snapshot: Snapshot = {
  chain,
  address,
  block: 1n,
  client: createChainClient(chain),
  safe: {
    address,
    owners: [zeroAddress],
    threshold: 1,
    nonce: 7n,
    version: '1.4.1',
    known: true,
    singleton: zeroAddress,
    modules: [],
    hasMoreModules: false,
    guard: null,
    fallbackHandler: null,
  },
}

test('makes the empty call of the safe to itself, and asks nothing', async () => {
  expect(reject.hasForm).toBe(false)
  const calls = await reject.build(reject.parse({}), snapshot)
  expect(calls).toHaveLength(1)
  expect(buildRejection({ safe: address, nonce: 7n })).toMatchObject(
    calls[0] ?? {},
  )
})
