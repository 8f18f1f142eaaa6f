import type { AppConfig } from '@covault/api'
import type { SafeTransaction } from '@covault/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { fromBlock } from '../../../testing/provenance.js'
import { contractsQuery } from '../../../trust/contracts.js'
import { Refund } from './Refund.js'

const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there: what is not in the cache is an error.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const token = '0x2222222222222222222222222222222222222222'
const relayer = '0x3333333333333333333333333333333333333333'
const stranger = '0x4444444444444444444444444444444444444444'

/** With the 40,000 that the safe may measure around the call: 100,000. */
const transaction: SafeTransaction = {
  to: token,
  value: 0n,
  data: '0x',
  operation: 0,
  safeTxGas: 50_000n,
  baseGas: 10_000n,
  gasPrice: 10n ** 9n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  nonce: 4n,
}

function tell(refund: Partial<SafeTransaction>): string | null {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 60_000 },
    },
  })
  queries.setQueryData(contractsQuery(chain, [token]).queryKey, [
    {
      address: token,
      codeHash: null,
      kind: 'erc20',
      token: { symbol: 'TKN', decimals: 6 },
      ownerSet: undefined,
      provenance: fromBlock(7n),
    },
  ])
  const nameOf = (who: Address) => (who === relayer ? 'Relayer' : undefined)
  const { container } = render(
    <QueryClientProvider client={queries}>
      <Refund
        chain={chain}
        transaction={{ ...transaction, ...refund }}
        nameOf={nameOf}
      />
    </QueryClientProvider>,
  )
  return container.textContent
}

test('says the most that leaves the safe for gas, and to whom', () => {
  expect(tell({})).toBe('up to 0.0001 ETH to the executor as a gas refund')
  expect(tell({ refundReceiver: relayer, gasPrice: 10n ** 12n })).toBe(
    'up to 0.10 ETH to Relayer as a gas refund',
  )
})

test('counts a token in its own unit, and an unknown one in the smallest', () => {
  expect(tell({ gasToken: token, gasPrice: 25n })).toBe(
    `up to 2.50 TKN (${token}) to the executor as a gas refund`,
  )
  expect(tell({ gasToken: stranger, gasPrice: 25n })).toBe(
    `up to 2,500,000 units (${stranger}) to the executor as a gas refund`,
  )
})
