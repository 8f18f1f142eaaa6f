import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import {
  type LocalTransaction,
  localTransactions,
} from '../../preferences/localQueue.js'
import { useRecords } from '../../preferences/records.js'
import {
  executedAtQuery,
  transactionQuery,
} from '../../queries/transactions.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { listUsedUp } from '../../understand/rows/localRows.js'
import type { OpenPlace } from '../../understand/safe/safePlace.js'
import { forgetKept } from '../act/kept.js'
import classes from './Progress.module.css'

/** What this browser has of nonces that are used; the queue has it no more. */
export function UsedUp({ place }: { place: OpenPlace }) {
  const used = listUsedUp(useRecords(localTransactions) ?? [], place)
  if (used.length === 0) return null
  return (
    <Section title="Transactions with a used nonce" note="kept in this browser">
      <ol className={classes.steps}>
        {used.map((local) => (
          <UsedUpTransaction
            key={local.safeTxHash}
            place={place}
            local={local}
          />
        ))}
      </ol>
    </Section>
  )
}

function UsedUpTransaction({
  place,
  local,
}: {
  place: OpenPlace
  local: LocalTransaction
}) {
  const { safeTxHash, transaction } = local
  const fate = useFate(place, local)
  return (
    <li data-used={safeTxHash}>
      <Status kind={fate === 'executed' ? 'ok' : 'warn'}>
        Nonce {String(transaction.nonce)}: {fateWords[fate]}
      </Status>
      <span className={classes.hash}>{safeTxHash}</span>
      <LinkButton
        size="xs"
        variant="default"
        to={paths.transaction}
        search={{ ...toSafeSearch(place), id: safeTxHash }}
      >
        Open
      </LinkButton>
      <Button
        size="xs"
        variant="default"
        onClick={() => void forgetKept({ kind: 'transaction', value: local })}
      >
        Discard
      </Button>
    </li>
  )
}

type Fate = 'executed' | 'replaced' | 'unknown'

const fateWords: Record<Fate, string> = {
  executed: 'executed',
  replaced: 'replaced',
  unknown: 'used. Can’t tell whether this transaction was executed.',
}

/** Paid twice would be worse than not told: only what took the nonce replaces. */
function useFate(
  { chain: { chainId }, address }: OpenPlace,
  { safeTxHash, transaction: { nonce } }: LocalTransaction,
): Fate {
  const { data: details } = useQuery(
    transactionQuery({ chainId, address, id: safeTxHash }),
  )
  const { data: executed = [] } = useQuery(
    executedAtQuery({ chainId, address, nonce }),
  )
  if (details && details.executedAt !== null) return 'executed'
  if (executed.some(({ id }) => id.endsWith(safeTxHash))) return 'executed'
  return executed.length > 0 ? 'replaced' : 'unknown'
}
