import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { OpenSafe } from '../../components/SafeGate.js'
import { StandingStatus } from '../../components/StandingStatus.js'
import { OpenTransaction } from '../../components/transaction/OpenTransaction.js'
import { transactionQuery } from '../../queries/transactions.js'
import { findMismatch } from '../../understand/decode/execution.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import { findEarlier } from '../../understand/rows/rowStanding.js'
import { NamedPage } from './NamedPage.js'

export { MessageScreen } from './MessageScreen.js'

export function TransactionScreen() {
  const { id } = useSearch({ strict: false })
  return (
    <NamedPage
      title="Transaction"
      kind="transaction"
      name={id}
      from="queue or the history"
      Status={Status}
      Details={({ open, name }) => <OpenTransaction open={open} id={name} />}
    />
  )
}

function Status({
  open: { chain, address, safe },
  name: id,
}: {
  open: OpenSafe
  name: string
}) {
  const { data } = useQuery(
    transactionQuery({ chainId: chain.chainId, address, id }),
  )
  if (data?.safeAddress !== address || !safe) return null
  const { signed } = readTransaction(data, {
    chainId: chain.chainId,
    address,
    version: safe.version,
  })
  const mismatch = findMismatch(data, { safe, signed })
  return (
    <StandingStatus
      status={mismatch ? 'DIFFERS' : data.txStatus}
      waitsFor={findEarlier(safe, signed?.transaction.nonce)}
    />
  )
}
