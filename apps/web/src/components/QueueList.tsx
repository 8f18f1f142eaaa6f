import type { QueueItem, TransactionSummary } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { ChainConfig } from '../trust/chainClient.js'
import { Seal } from '../ui/Seal.js'
import { SectionHead } from '../ui/SectionHead.js'
import { accountQuery } from '../wallet/account.js'
import { groupQueue } from './groupQueue.js'
import { useFindName } from './names.js'
import classes from './QueueList.module.css'
import { TransactionRow } from './TransactionRow.js'

/** What waits: the next nonce, then the others, rivals side by side. */
export function QueueList({
  chain,
  items,
  owners,
}: {
  chain: ChainConfig
  items: readonly QueueItem[]
  owners: readonly Address[]
}) {
  return groupQueue(items).map(({ label, groups }) => (
    <section key={label} aria-labelledby={label} className={classes.section}>
      <SectionHead
        id={label}
        title={label}
        note={
          label === 'Next'
            ? 'the only nonce that can run now'
            : 'in nonce order'
        }
      />
      {groups.map(({ nonce, transactions }) => (
        <div
          key={String(nonce)}
          className={transactions.length > 1 ? classes.rivals : undefined}
        >
          {transactions.length > 1 && (
            <p className={classes.conflict}>
              Nonce {String(nonce)}: only one of these {transactions.length} can
              run
            </p>
          )}
          <ul>
            {transactions.map((transaction) => (
              <TransactionRow
                key={transaction.id}
                chain={chain}
                transaction={transaction}
                lead={<Nonce nonce={nonce} />}
                end={
                  <Confirmations
                    chain={chain}
                    transaction={transaction}
                    owners={owners}
                  />
                }
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  ))
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

/** Who has sealed it, in the fixed order of the owners. */
export function Confirmations({
  chain,
  transaction: { executionInfo },
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
  return (
    <span className={classes.seals}>
      {missing &&
        owners.length <= mostSeals &&
        owners.map((owner) => {
          const isMissing = missing.includes(owner)
          const state = isMissing
            ? owner === account
              ? 'you'
              : 'open'
            : 'signed'
          const name = findName({ chainId: chain.chainId, address: owner })
          return (
            <Seal
              key={owner}
              address={owner}
              state={state}
              title={`${name ?? owner}, ${isMissing ? 'not signed' : 'signed, says the gateway'}`}
            />
          )
        })}
      <span className={classes.count}>
        {confirmationsSubmitted} of {confirmationsRequired}
      </span>
    </span>
  )
}
