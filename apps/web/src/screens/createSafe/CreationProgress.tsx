import { Button } from '@mantine/core'
import { IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Address } from '../../components/Address.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { isAlone } from '../../queries/gateway.js'
import { ownedSafesQuery } from '../../queries/owners.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { DialogActions } from '../../ui/Dialog.js'
import { Mark } from '../../ui/Mark.js'
import { Remark } from '../../ui/Remark.js'
import { showToast } from '../../ui/toasts.js'
import { rememberSafe } from '../../understand/newSafe/rememberSafe.js'
import { describeError } from '../../words/errors.js'
import classes from './CreationProgress.module.css'
import { type CreationState, creationQuery } from './creation.js'
import type { Draft } from './draft.js'
import { draftStore } from './draftStore.js'

/** A node that does not know a transaction by then has dropped it. */
const patience = 60_000

/** Milliseconds between two looks at what the gateway knows. */
const listingInterval = 500

/** Milliseconds after which the safe is opened without the gateway. */
const listingPatience = 8000

type Creation = {
  chain: ChainConfig
  draft: Draft
  sent: NonNullable<Draft['sent']>
}

/** What was sent, and what the chain makes of it. Survives a reload. */
export function CreationProgress({
  chain,
  draft,
  sent,
  onRetry,
  onStartOver,
}: Creation & { onRetry: () => void; onStartOver: () => void }) {
  const id = useId()
  const { threshold, version, chainId } = draft
  const plan = { chainId, threshold, version, owners: sent.owners }
  const { data: state, error } = useQuery(creationQuery(chain, { plan, sent }))
  const isCreated = state?.status === 'created'
  const isListed = useListing({ chain, sent, isCreated })
  useOpening({ chain, draft, sent, isReady: isListed })
  const isDropped =
    state?.status === 'waiting' &&
    !state.isKnown &&
    Date.now() - sent.sentAt > patience
  const failure = describeFailure(state, { isDropped })
  return (
    <section className={classes.progress} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {failure ? 'Safe not created' : `Creating on ${chain.name}`}
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
        <Step isDone={isCreated}>
          {isCreated
            ? `Created as planned in block ${state.block}`
            : 'Waiting for a block'}
        </Step>
        {isCreated && !isAlone && (
          <Step isDone={isListed}>Found by the gateway</Step>
        )}
      </ol>
      {error && (
        <div className={classes.failure}>
          <Remark kind="warn">
            Can’t reach {chain.name}. {describeError(error)} Retrying…
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

/**
 * Whether the gateway has read the block too. A page of a safe that it does
 * not know yet would open with nothing but errors; a gateway that is slow or
 * away is not waited for, since the safe is there without it.
 */
function useListing({
  chain,
  sent,
  isCreated,
}: Omit<Creation, 'draft'> & { isCreated: boolean }): boolean {
  const [isOver, setOver] = useState(false)
  const { data, isError } = useQuery({
    ...ownedSafesQuery(isCreated ? sent.owners[0] : undefined),
    refetchInterval: listingInterval,
  })
  useEffect(() => {
    if (!isCreated) return
    const timer = setTimeout(() => setOver(true), listingPatience)
    return () => clearTimeout(timer)
  }, [isCreated])
  if (!isCreated) return false
  const isListed = data?.some(
    ({ chainId, address }) =>
      chainId === chain.chainId && address === sent.address,
  )
  return Boolean(isListed) || isError || isOver
}

/** Once, when it is there: known, named, and opened. */
function useOpening({
  chain,
  draft,
  sent,
  isReady,
}: Creation & { isReady: boolean }): void {
  const navigate = useNavigate()
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isReady || isOpened.current) return
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
      text: `${draft.name.trim() || 'The safe'} was created.`,
    })
    void navigate({
      to: paths.home,
      search: toSafeSearch({ chain, address: sent.address }),
    })
  }, [isReady, chain, draft, sent, navigate])
}

function describeFailure(
  state: CreationState | undefined,
  { isDropped }: { isDropped: boolean },
): string | undefined {
  if (state?.status === 'reverted')
    return 'The transaction was executed and failed. Only the network fee was spent, and your entries are kept.'
  if (state?.status === 'different')
    return 'The transaction created a different contract than planned. Don’t send anything to it.'
  if (isDropped)
    return 'The network no longer lists this transaction. It may have been replaced or cancelled in the wallet.'
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
