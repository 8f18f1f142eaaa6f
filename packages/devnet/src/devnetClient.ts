import {
  createTestClient,
  defineChain,
  type Hex,
  http,
  publicActions,
  rpcSchema,
  walletActions,
} from 'viem'
import { demoAccounts } from './accounts.js'
import { waitForReceipt } from './waitForReceipt.js'

export type DevnetClient = ReturnType<typeof createDevnetClient>

type AnvilSchema = [
  {
    Method: 'anvil_reorg'
    Parameters: [depth: number, transactions: [raw: Hex, block: number][]]
    ReturnType: null
  },
  { Method: 'anvil_dumpState'; Parameters: []; ReturnType: Hex },
  { Method: 'anvil_reset'; Parameters: []; ReturnType: null },
  { Method: 'evm_setTime'; Parameters: [seconds: number]; ReturnType: number },
]

/** viem's public, wallet and test actions; sends as the first demo account. */
export function createDevnetClient({
  chainId,
  url,
}: {
  chainId: number
  url: string
}) {
  return createTestClient({
    mode: 'anvil',
    account: demoAccounts.alice,
    chain: defineChain({
      id: chainId,
      name: `Local ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
      contracts: {
        multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' },
      },
    }),
    // A retry would hide from a test that the chain is gone; a busy machine is
    // no reason to give up soon.
    transport: http(url, { retryCount: 0, timeout: 60_000 }),
    rpcSchema: rpcSchema<AnvilSchema>(),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
    .extend((client) => ({
      waitForTransactionReceipt: ({ hash }: { hash: Hex }) =>
        waitForReceipt(client, { hash }),
    }))
}
