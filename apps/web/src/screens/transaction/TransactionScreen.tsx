import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IndexingNotice } from '../../components/IndexingNotice.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { TransactionStatus } from '../../components/TransactionStatus.js'
import { OpenTransaction } from '../../components/transaction/OpenTransaction.js'
import { usePageTitle } from '../../hooks/scope.js'
import { transactionQuery } from '../../queries/transactions.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { readExecution } from '../../understand/decode/execution.js'

export { MessageScreen } from './MessageScreen.js'

export function TransactionScreen() {
  usePageTitle('Transaction')
  const { id } = useSearch({ strict: false })
  return (
    <SafeGate>
      {(open) =>
        id ? (
          <Transaction open={open} id={id} />
        ) : (
          <EmptyState
            picture={open.address}
            title="The link names no transaction."
          >
            Open it from the queue or the history of the safe it belongs to; the
            link then leads there again.
          </EmptyState>
        )
      }
    </SafeGate>
  )
}

function Transaction({ open, id }: { open: OpenSafe; id: string }) {
  const { data } = useQuery(
    transactionQuery({
      chainId: open.chain.chainId,
      address: open.address,
      id,
    }),
  )
  return (
    <>
      <PageHead title="Transaction">
        {data?.safeAddress === open.address && (
          <TransactionStatus
            status={
              open.safe && readExecution(data, open.safe) === 'contradicted'
                ? 'UNKNOWN'
                : data.txStatus
            }
          />
        )}
      </PageHead>
      <IndexingNotice chain={open.chain} address={open.address} />
      <VisuallyHidden component="h2">Details</VisuallyHidden>
      <OpenTransaction open={open} id={id} />
    </>
  )
}
