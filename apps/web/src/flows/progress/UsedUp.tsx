import type { Tense } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { GatewayReports } from '../../components/ProvenanceMark.js'
import { useGatewayState } from '../../hooks/useGatewayState.js'
import { useHeadline } from '../../hooks/useHeadline.js'
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
import type { OpenPlace, SafePlace } from '../../understand/safe/safePlace.js'
import { forgetKept } from '../act/kept.js'
import classes from './Progress.module.css'

/** What this browser has of nonces that are used; the queue has it no more. */
export function UsedUp({ place }: { place: OpenPlace }) {
  const used = listUsedUp(useRecords(localTransactions) ?? [], place)
  const { chain, address, safe } = place
  if (!safe || used.length === 0) return null
  return (
    <Section
      className={classes.usedUp}
      title="Transactions with a used nonce"
      note="kept in this browser"
    >
      <ol className={classes.steps}>
        {used.map((local) => (
          <UsedUpTransaction
            key={local.safeTxHash}
            place={{ chain, address, safe }}
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
  place: SafePlace
  local: LocalTransaction
}) {
  const { safeTxHash, transaction } = local
  const { fate, isReported } = useFate(place, local)
  const words = useHeadline(place, transaction, { tense: tenses[fate] })
  return (
    <li data-used={safeTxHash}>
      <Status kind={fate === 'executed' ? 'ok' : 'warn'}>
        Nonce {String(transaction.nonce)}: {fateWords[fate]}
      </Status>
      {isReported && <GatewayReports />}
      <span className={classes.told}>
        {words && <b>{words}</b>}
        <span className={classes.hash}>{safeTxHash}</span>
      </span>
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
        Discard this copy
      </Button>
    </li>
  )
}

type Fate = 'executed' | 'failed' | 'replaced' | 'unknown'

const tenses: Record<Fate, Tense> = {
  executed: 'done',
  failed: 'failed',
  replaced: 'planned',
  unknown: 'planned',
}

const fateWords: Record<Fate, string> = {
  executed: 'executed',
  failed: 'failed',
  replaced: 'replaced',
  unknown: 'used. Can’t tell whether this transaction was executed.',
}

/** Paid twice would be worse than not told: only what took the nonce replaces. */
function useFate(
  { chain: { chainId }, address }: SafePlace,
  { safeTxHash, transaction: { nonce } }: LocalTransaction,
): { fate: Fate; isReported: boolean } {
  const isHeard = useGatewayState() === 'heard'
  const { data: details } = useQuery(
    transactionQuery({ chainId, address, id: safeTxHash }),
  )
  const { data: executed = [] } = useQuery(
    executedAtQuery({ chainId, address, nonce }),
  )
  const listed = executed.find(({ id }) => id.endsWith(safeTxHash))
  const run = details && details.executedAt !== null ? details : listed
  // While it is away, the chain answers for one; no list comes from there.
  if (run)
    return {
      fate: run.txStatus === 'FAILED' ? 'failed' : 'executed',
      isReported: isHeard || listed !== undefined,
    }
  return executed.length > 0
    ? { fate: 'replaced', isReported: true }
    : { fate: 'unknown', isReported: false }
}
