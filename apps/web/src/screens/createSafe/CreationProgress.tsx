import { Button } from '@mantine/core'
import { IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Address } from '../../components/Address.js'
import { rememberSafe } from '../../components/newSafe/rememberSafe.js'
import { describeError } from '../../lib/describeError.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { DialogActions } from '../../ui/Dialog.js'
import { Mark } from '../../ui/Mark.js'
import { Remark } from '../../ui/Remark.js'
import { showToast } from '../../ui/toasts.js'
import classes from './CreationProgress.module.css'
import { type CreationState, creationQuery } from './creation.js'
import type { Draft } from './draft.js'
import { draftStore } from './draftStore.js'

/** A node that does not know a transaction by then has dropped it. */
const patience = 60_000

/** What was sent, and what the chain makes of it. Survives a reload. */
export function CreationProgress({
  chain,
  draft,
  sent,
  onRetry,
  onStartOver,
}: {
  chain: ChainConfig
  draft: Draft
  sent: NonNullable<Draft['sent']>
  onRetry: () => void
  onStartOver: () => void
}) {
  const id = useId()
  const { threshold, version, chainId } = draft
  const plan = { chainId, threshold, version, owners: sent.owners }
  const { data: state, error } = useQuery(creationQuery(chain, { plan, sent }))
  useOpening({ chain, draft, sent, isCreated: state?.status === 'created' })
  const isDropped =
    state?.status === 'waiting' &&
    !state.isKnown &&
    Date.now() - sent.sentAt > patience
  const failure = describeFailure(state, { isDropped })
  return (
    <section className={classes.progress} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {failure ? 'The safe was not created' : `Creating on ${chain.name}`}
      </h2>
      <div className={classes.safe}>
        <Mark address={sent.address} size={40} />
        <div>
          <b>{draft.name.trim() || 'New safe'}</b>
          <div>
            <Address address={sent.address} isFull />
          </div>
        </div>
      </div>
      <ol className={classes.steps} aria-live="polite">
        <Step isDone>
          Sent <span className={classes.hash}>{sent.transactionHash}</span>
        </Step>
        <Step isDone={state?.status === 'created'}>
          {state?.status === 'created'
            ? `Made, and as planned at block ${state.block}`
            : 'Waiting for a block'}
        </Step>
      </ol>
      {error && (
        <div className={classes.failure}>
          <Remark kind="warn">
            {chain.name} does not answer: {describeError(error)}. It is asked
            again every second.
          </Remark>
        </div>
      )}
      {failure && (
        <div className={classes.failure}>
          <Remark role="alert" kind="danger">
            {failure}
          </Remark>
        </div>
      )}
      <DialogActions>
        {failure && <Button onClick={onRetry}>Try again</Button>}
        <Button variant="default" onClick={onStartOver}>
          {failure ? 'Start over' : 'Stop waiting'}
        </Button>
      </DialogActions>
    </section>
  )
}

/** Once, when it is there: known, named, and opened. */
function useOpening({
  chain,
  draft,
  sent,
  isCreated,
}: {
  chain: ChainConfig
  draft: Draft
  sent: NonNullable<Draft['sent']>
  isCreated: boolean
}): void {
  const navigate = useNavigate()
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isCreated || isOpened.current) return
    isOpened.current = true
    rememberSafe({
      place: { chainId: chain.chainId, address: sent.address },
      name: draft.name,
      owners: sent.owners.map((address, index) => ({
        address,
        name: draft.owners[index]?.name ?? '',
      })),
    })
    void draftStore.remove()
    showToast({
      kind: 'done',
      text: `${draft.name.trim() || 'The safe'} is there.`,
    })
    void navigate({
      to: paths.home,
      search: toSafeSearch({ chain, address: sent.address }),
    })
  }, [isCreated, chain, draft, sent, navigate])
}

function describeFailure(
  state: CreationState | undefined,
  { isDropped }: { isDropped: boolean },
): string | undefined {
  if (state?.status === 'reverted')
    return 'The network ran the transaction and it failed; only its fee was spent. Nothing you entered is lost.'
  if (state?.status === 'different')
    return 'The transaction was mined, but another contract came out of it than was asked for. Do not send anything to it.'
  if (isDropped)
    return 'The network no longer knows the transaction. It may have been replaced or cancelled in the wallet.'
  return undefined
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className={classes.step}>
      {isDone ? (
        <Remark kind="ok">{children}</Remark>
      ) : (
        <span className={classes.open}>
          <IconCircleDashed size={16} stroke={1.75} aria-hidden="true" />
          {children}
        </span>
      )}
    </li>
  )
}
