import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { openFlow } from '../../lib/flowSearch.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import {
  type SentExecution,
  sentExecutions,
} from '../../preferences/sentExecutions.js'
import { refreshAfter } from '../../queries/liveEvents.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Banner } from '../../ui/Banner.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { showToast } from '../../ui/toasts.js'
import {
  type ExecutionState,
  executionQuery,
  isDropped,
} from '../act/executionState.js'
import { followExecution, isSameRecord } from '../act/followExecution.js'

export type Following = { chain: ChainConfig; sent: SentExecution }

/** Follows one execution to its end; shows itself only as an alarm. */
export function Followed({ chain, sent }: Following) {
  const queries = useQueryClient()
  const { data: state, dataUpdatedAt } = useQuery(executionQuery(chain, sent))
  const said = useRef('')
  useEffect(() => {
    if (!state) return
    const { record, news } = followExecution(sent, state, dataUpdatedAt)
    if (!record) void sentExecutions.remove(sent.safeTxHash)
    else if (!isSameRecord(sent, record))
      void sentExecutions.write(sent.safeTxHash, record)
    if (!news || said.current === news.text) return
    said.current = news.text
    showToast(news)
    const { chainId, safe } = sent
    void refreshAfter(queries, { name: 'safe', chainId, safe })
  }, [state, sent, dataUpdatedAt, queries])
  if (state?.status !== 'different') return null
  return <Alarm chain={chain} sent={sent} />
}

/** S52: it stays until somebody says that they have looked at it. */
function Alarm({ chain, sent }: Following) {
  return (
    <Banner
      title={`Nonce ${sent.nonce}: a different transaction was mined.`}
      action={
        <>
          <ProgressLink chain={chain} sent={sent} />{' '}
          <Button
            size="xs"
            variant="default"
            onClick={() => void sentExecutions.remove(sent.safeTxHash)}
          >
            Mark as reviewed
          </Button>
        </>
      }
    >
      Transaction {sent.transactionHash} isn’t what this browser sent to the
      wallet for {sent.safe}. Stop, and check it with the other owners.
    </Banner>
  )
}

/** One transaction on its way, with all of the safe's that are in it. */
export function UnderWay({
  group,
}: {
  group: readonly [Following, ...Following[]]
}) {
  const [{ chain, sent }] = group
  const { data: state } = useQuery(executionQuery(chain, sent))
  const words = describe(state)
  if (!words) return null
  return (
    <Banner
      kind="news"
      title={`${nameNonces(group.map((one) => one.sent.nonce))}:`}
      action={<ProgressLink chain={chain} sent={sent} />}
    >
      {words}
    </Banner>
  )
}

function ProgressLink({ chain, sent }: Following) {
  return (
    <LinkButton
      size="xs"
      variant="default"
      to="."
      search={() =>
        openFlow('confirm', { id: sent.safeTxHash })(
          toSafeSearch({ chain, address: sent.safe }),
        )
      }
    >
      Open
    </LinkButton>
  )
}

function describe(state: ExecutionState | undefined): string | undefined {
  if (isDropped(state))
    return 'no longer known to the RPC endpoint, probably dropped.'
  // Before the chain has answered there is nothing to say.
  switch (state?.status) {
    case 'processing':
      return 'waiting for a block.'
    case 'indexing':
      return `mined in block ${state.block}, waiting for the gateway.`
    default:
      return undefined
  }
}

function nameNonces(nonces: readonly bigint[]): string {
  const sorted = [...nonces].sort((a, b) => Number(a - b))
  if (sorted.length === 1) return `Nonce ${sorted[0]}`
  return `Nonces ${sorted[0]} to ${sorted.at(-1)}`
}
