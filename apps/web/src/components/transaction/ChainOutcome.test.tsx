import type { TransactionDetails } from '@covault/api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { encodeAbiParameters, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { receiptQuery } from '../../trust/sentTransactions.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { ChainOutcome } from './ChainOutcome.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const safeTxHash = `0x${'12'.repeat(32)}` as const
const txHash = `0x${'34'.repeat(32)}` as const
const chain = { chainId: 31337, name: 'Local 1', rpcUrl: 'http://127.0.0.1:9' }

function show(event: string, txStatus: 'SUCCESS' | 'FAILED') {
  const queries = new QueryClient()
  const data = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'uint256' }],
    [safeTxHash, 0n],
  )
  const topics = [keccak256(toHex(`${event}(bytes32,uint256)`))]
  queries.setQueryData(receiptQuery(chain as never, txHash).queryKey, {
    receipt: { status: 'success', logs: [{ address, topics, data }] },
    provenance: {
      kind: 'chain',
      block: 1n,
      endpoint: { source: 'release', host: undefined },
    },
  } as never)
  render(
    <QueryClientProvider client={queries}>
      <ChainOutcome
        place={{ chain, address } as unknown as SafePlace}
        details={
          {
            txStatus,
            detailedExecutionInfo: { type: 'MULTISIG', safeTxHash },
          } as TransactionDetails
        }
        txHash={txHash}
      />
    </QueryClientProvider>,
  )
  return screen.getByText(/^Local 1 confirms that it /).closest('p')
}

test('a failure that the chain confirms is no success', () => {
  expect(show('ExecutionFailure', 'FAILED')?.className).toMatch(/danger/)
})

test('a success that the chain confirms is one', () => {
  expect(show('ExecutionSuccess', 'SUCCESS')?.className).toMatch(/ok/)
})
