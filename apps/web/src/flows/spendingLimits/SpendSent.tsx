import type { TokenFacts } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Hex } from 'viem'
import { refreshAfter } from '../../queries/liveEvents.js'
import { createChainClient } from '../../trust/chainClient.js'
import { findReceipt } from '../../trust/sentTransactions.js'
import column from '../../ui/Column.module.css'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import { writeAmount } from '../../understand/tell/limitWords.js'
import type { ActionProps } from '../machine/flow.js'
import progress from '../progress/Progress.module.css'
import type { Spending } from './spending.js'

const lookInterval = 1000

/** Follows what was sent until it is in a block. */
export function SpendSent({
  place: { chain, address },
  hash,
  spending: { value, recipient },
  token,
  onClose,
}: ActionProps & { hash: Hex; spending: Spending; token: TokenFacts }) {
  const queries = useQueryClient()
  const { data: receipt } = useQuery({
    queryKey: ['spent', chain.chainId, hash],
    queryFn: async () =>
      (await findReceipt(createChainClient(chain), hash)) ?? null,
    refetchInterval: ({ state }) => (state.data ? false : lookInterval),
  })
  const status = receipt?.status
  useEffect(() => {
    if (!status) return
    void queries.invalidateQueries({ queryKey: ['allowances'] })
    const place = { chainId: chain.chainId, safe: address }
    void refreshAfter(
      queries,
      { name: 'history', ...place },
      { name: 'balance', ...place },
    )
  }, [status, queries, chain, address])
  return (
    <section className={column.column} aria-labelledby="spent">
      <h1 id="spent" className={progress.title} aria-live="polite">
        {status === undefined && 'Processing'}
        {status === 'success' && 'Spent'}
        {status === 'reverted' && 'Failed'}
      </h1>
      {status === undefined && (
        <Status kind="waiting">Waiting for a block.</Status>
      )}
      {status === 'success' && (
        <p>
          {writeAmount(value, token)} was sent to {recipient} in block{' '}
          {String(receipt?.blockNumber)}.
        </p>
      )}
      {status === 'reverted' && (
        <Remark kind="danger" role="alert">
          The module refused the payment. Nothing left the safe; only the
          network fee was paid.
        </Remark>
      )}
      <p className={progress.hash}>{hash}</p>
      <div className={column.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </section>
  )
}
