import type { QueueItem, TransactionSummary } from '@covault/api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Address } from 'viem'
import { formatCount } from '../lib/formatCount.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { Seal } from '../ui/Seal.js'
import { SectionHead } from '../ui/SectionHead.js'
import { accountQuery } from '../wallet/account.js'
import { ChainProvenance } from './ChainProvenance.js'
import { groupQueue, type NonceGroup } from './groupQueue.js'
import { useFindName } from './names.js'
import classes from './QueueList.module.css'
import type { OpenSafe } from './SafeGate.js'
import { TransactionRow } from './TransactionRow.js'
import { TransactionStatus } from './TransactionStatus.js'
import { OpenTransaction } from './transaction/OpenTransaction.js'

/** What waits: the next nonce, then the others, rivals side by side. */
export function QueueList({
  open,
  items,
  openId,
  onOpen,
}: {
  open: OpenSafe
  items: readonly QueueItem[]
  /** The row that is open. */
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}) {
  const { block, safe } = open
  return groupQueue(items).map(({ label, groups }) => (
    <section key={label} aria-labelledby={label} className={classes.section}>
      <SectionHead
        id={label}
        title={label}
        note={
          label === 'Next'
            ? safe && `safe nonce ${safe.nonce}`
            : `${formatCount(groups.length, 'nonce')} after it, in nonce order`
        }
        end={
          label === 'Next' &&
          block !== undefined && <ChainProvenance block={block} />
        }
      />
      {groups.map((group) => (
        <Rivals
          key={String(group.nonce)}
          open={open}
          group={group}
          openId={openId}
          onOpen={onOpen}
        />
      ))}
    </section>
  ))
}

function Rivals({
  open,
  group: { nonce, transactions },
  openId,
  onOpen,
}: {
  open: OpenSafe
  group: NonceGroup
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}) {
  const count = transactions.length
  const isConflict = count > 1
  return (
    <div className={isConflict ? classes.rivals : undefined}>
      {isConflict && (
        <p className={classes.conflict}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          Nonce {String(nonce)}: only one of these {count} can run
        </p>
      )}
      <ul className={classes.rows}>
        {transactions.map((transaction, index) => (
          <Fragment key={transaction.id}>
            {index > 0 && (
              <li className={classes.or} aria-hidden="true">
                or
              </li>
            )}
            <QueueRow
              open={open}
              transaction={transaction}
              nonce={nonce}
              openId={openId}
              onOpen={onOpen}
            />
          </Fragment>
        ))}
      </ul>
    </div>
  )
}

function QueueRow({
  open,
  transaction,
  nonce,
  openId,
  onOpen,
}: {
  open: OpenSafe
  transaction: TransactionSummary
  nonce: bigint | undefined
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}) {
  const { chain, safe } = open
  const { id } = transaction
  const isOpen = id === openId
  return (
    <TransactionRow
      chain={chain}
      transaction={transaction}
      lead={<Nonce nonce={nonce} />}
      end={
        <Confirmations
          chain={chain}
          transaction={transaction}
          owners={safe?.owners ?? []}
        />
      }
      opening={{
        isOpen,
        onToggle: () => onOpen(isOpen ? undefined : id),
        renderInside: () => <OpenTransaction open={open} id={id} />,
      }}
    />
  )
}

/** The word is said, and shown where no column head says it. */
export function Nonce({ nonce }: { nonce: bigint | undefined }) {
  if (nonce === undefined) return null
  return (
    <>
      <span className={classes.word}>Nonce </span>
      {String(nonce)}
    </>
  )
}

/** As many seals as fit beside the count. */
const mostSeals = 8

/** Who has sealed it, in the fixed order of the owners, and how it stands. */
export function Confirmations({
  chain,
  transaction: { executionInfo, txStatus },
  owners,
}: {
  chain: ChainConfig
  transaction: TransactionSummary
  owners: readonly Address[]
}) {
  const findName = useFindName()
  const { data: account } = useQuery(accountQuery)
  if (executionInfo?.type !== 'MULTISIG') return null
  const { confirmationsSubmitted, confirmationsRequired, missingSigners } =
    executionInfo
  const missing = missingSigners?.map(({ value }) => value)
  const shown = missing && listSeals(owners, missing, account)
  return (
    <span className={classes.confirmations}>
      <span className={classes.seals}>
        {shown?.map(({ owner, state }) => {
          const name = findName({ chainId: chain.chainId, address: owner })
          return (
            <Seal
              key={owner}
              address={owner}
              state={state}
              title={`${name ?? owner}, ${state === 'signed' ? 'signed, says the gateway' : 'not signed'}`}
            />
          )
        })}
        {shown && owners.length > shown.length && (
          <span className={classes.count}>+{owners.length - shown.length}</span>
        )}
        <span className={classes.count}>
          {confirmationsSubmitted} of {confirmationsRequired}
        </span>
      </span>
      <TransactionStatus
        status={txStatus}
        isAskingYou={Boolean(account && missing?.includes(account))}
      />
    </span>
  )
}

/** Of many owners those who signed come first, and you. */
function listSeals(
  owners: readonly Address[],
  missing: readonly Address[],
  account: Address | null | undefined,
): { owner: Address; state: 'signed' | 'you' | 'open' }[] {
  const seals = owners.map((owner) => {
    const isMissing = missing.includes(owner)
    const state = isMissing ? (owner === account ? 'you' : 'open') : 'signed'
    return { owner, state } as const
  })
  if (seals.length <= mostSeals) return seals
  return seals.filter(({ state }) => state !== 'open').slice(0, mostSeals)
}
