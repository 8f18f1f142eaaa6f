import type { TransactionDetails } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { receiptQuery } from '../../trust/sentTransactions.js'
import { Remark } from '../../ui/Remark.js'
import { confirmReported } from '../../understand/decode/outcome.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { ProvenanceMark } from '../ProvenanceMark.js'

/** What the chain says of a past that the gateway reports. */
export function ChainOutcome({
  place: { chain, address },
  details,
  txHash,
}: {
  place: SafePlace
  details: TransactionDetails
  txHash: Hex
}) {
  const { data } = useQuery(receiptQuery(chain, txHash))
  if (!data) return null
  const { receipt, provenance } = data
  const isConfirmed = confirmReported(details, { safe: address, receipt })
  if (isConfirmed === undefined) return null
  if (isConfirmed)
    return (
      <Remark kind={details.txStatus === 'FAILED' ? 'danger' : 'ok'}>
        {chain.name} confirms {nameOutcome(details)}.{' '}
        <ProvenanceMark of={provenance} />
      </Remark>
    )
  return (
    <Remark kind="danger" role="alert">
      {receipt
        ? `The gateway and ${chain.name} report different results. Don’t rely on this entry.`
        : `${chain.name} has no such transaction. Don’t rely on this entry.`}
    </Remark>
  )
}

function nameOutcome({
  txStatus,
  detailedExecutionInfo,
}: TransactionDetails): string {
  // What came in was not executed by the safe.
  if (detailedExecutionInfo?.type !== 'MULTISIG') return 'this transfer'
  return txStatus === 'FAILED' ? 'that it failed' : 'that it was executed'
}
