import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Hex, keccak256 } from 'viem'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatCount } from '../../lib/formatCount.js'
import { useRecords } from '../../preferences/records.js'
import { toDomain } from '../../trust/domain.js'
import { isGatewaysWord } from '../../trust/provenance.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { type Connection, connectionQuery } from '../../wallet/connection.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import {
  demandWords,
  waitWords,
  writeOpen,
  writeUnseen,
} from '../../words/demands.js'
import type { FeeEdit } from '../act/feeChoice.js'
import { findPlaceReason, type Reason } from '../act/findPlaceReason.js'
import { type WrongSignature, wrongSignatures } from '../act/keptWork.js'
import { Acknowledgements } from '../review/Acknowledgements.js'
import { ActBlock } from '../review/ActBlock.js'
import { type Demand, listDemands, useDemands } from '../review/demands.js'
import { FeeFields } from '../review/FeeFields.js'
import { listSourceDemands } from '../review/sourceDemands.js'
import { isDanger, useUnseen } from '../review/useUnseen.js'
import { useWalletWork } from '../review/useWalletWork.js'
import type { BulkReviewProps } from './bulkReviewProps.js'
import { performBulk } from './performBulk.js'
import type { BulkEntry } from './useBulk.js'
import { useBulkCost } from './useBulkCost.js'

/** The end of the document: what it costs, and the button. */
export function BulkSeal({ place, entries, onSent, onClose }: BulkReviewProps) {
  const { chain } = place
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  const alarms = useRecords(wrongSignatures)?.map(({ value }) => value) ?? []
  const { execution, cost } = useBulkCost(chain, { entries, sender: account })
  const digest = execution ? keccak256(execution.data) : '0x'
  const [fees, setFees] = useState<FeeEdit>()
  const demands = useDemands(
    digest,
    listBulkDemands({
      entries,
      alarms,
      failure: cost.error,
      chain,
      nameOf: useNameOf(place),
    }),
  )
  const unseen = useUnseen(
    digest,
    entries.flatMap(({ assessment }) => assessment?.findings ?? []),
  )
  const work = useWalletWork({
    about: digest,
    ask: (shown: Hex, waiting) =>
      performBulk({
        place,
        entries,
        shown,
        wallet,
        account,
        fees: fees ? fees.choice : cost.data,
        queries,
        waiting,
      }),
    onDone: ([first, ...rest]) => first && onSent([first, ...rest]),
  })
  return (
    <ActBlock
      title="Execution"
      words={`Execute ${entries.length}`}
      chain={chain}
      reason={findReason({
        connection,
        chain,
        unseenDangers: unseen.filter(isDanger).length,
        open: demands.open,
        isAssessed: entries.every(({ assessment }) => assessment),
        isPending: cost.isPending,
        feeProblem: fees?.problem,
      })}
      work={work}
      onAct={() => work.start(execution?.data ?? '0x')}
      back={{ title: 'Close', onBack: onClose }}
      bar={{
        summary: formatCount(entries.length, 'transaction'),
        openDangers: demands.open,
        unseen,
      }}
    >
      {demands.list.length > 0 && <Acknowledgements demands={demands} />}
      {account && (
        <FeeFields
          chain={chain}
          execution={execution}
          cost={cost.data}
          error={cost.error}
          edit={fees}
          onEdit={setFees}
        />
      )}
    </ActBlock>
  )
}

/** What must be said of each, and once that all of them would fail. */
function listBulkDemands({
  entries,
  alarms,
  failure,
  chain,
  nameOf,
}: {
  entries: readonly BulkEntry[]
  alarms: readonly WrongSignature[]
  failure: Error | null
  chain: BulkReviewProps['place']['chain']
  nameOf: NameOf
}): Demand[] {
  const each = entries.flatMap(
    ({ transaction: { nonce }, assessment, check }) =>
      listDemands('transaction', {
        findings: assessment?.findings ?? [],
        alarm: alarms
          .filter(
            (one) =>
              one.chainId === chain.chainId &&
              one.safe === check.safe.address &&
              one.nonce === nonce,
          )
          .sort((one, other) => other.at - one.at)[0],
        failure: null,
        version: toDomain(chain, check.safe).version,
        // Said once for all of them.
        isGatewayAlone: false,
        nameOf,
      })
        // Nobody signs here.
        .filter(({ id }) => id !== 'replayable')
        .map((demand) => ({
          ...demand,
          id: `${nonce}:${demand.id}`,
          words: `Nonce ${nonce}: ${demand.words}`,
        })),
  )
  const isGatewayAlone = entries.some(({ check }) =>
    isGatewaysWord(check.provenance),
  )
  const all = [...listSourceDemands(isGatewayAlone), ...each]
  if (!failure) return all
  return [
    ...all,
    {
      id: 'would-fail',
      kind: 'tick',
      words: demandWords.bulkWouldFail,
    },
  ]
}

function findReason({
  connection,
  chain,
  unseenDangers,
  open,
  isAssessed,
  isPending,
  feeProblem,
}: {
  connection: Connection | undefined
  chain: BulkReviewProps['place']['chain']
  /** Dangers that were not on screen yet. */
  unseenDangers: number
  open: number
  isAssessed: boolean
  isPending: boolean
  feeProblem: string | undefined
}): Reason | undefined {
  const placeReason = findPlaceReason(connection, { chain })
  if (placeReason) return placeReason
  if (!isAssessed) return { kind: 'reason', words: waitWords.checking }
  if (unseenDangers > 0)
    return { kind: 'reason', words: writeUnseen(unseenDangers) }
  if (open > 0) return { kind: 'reason', words: writeOpen(open) }
  if (isPending) return { kind: 'reason', words: waitWords.simulating }
  return feeProblem ? { kind: 'reason', words: feeProblem } : undefined
}
