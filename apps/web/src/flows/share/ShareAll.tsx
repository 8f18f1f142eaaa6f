import { hashSafeTransaction } from '@covault/protocol'
import { type Parcel, writeEnvelopes } from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { LoadingRows } from '../../components/ListStates.js'
import { useRecalled } from '../../hooks/useRecalled.js'
import { largestCarried } from '../../lib/carriedText.js'
import { downloadText } from '../../lib/files.js'
import { formatCount } from '../../lib/formatCount.js'
import type { LocalTransaction } from '../../preferences/localQueue.js'
import { toDomain } from '../../trust/domain.js'
import column from '../../ui/Column.module.css'
import { Remark } from '../../ui/Remark.js'
import { toParcel } from '../../understand/carry/parcel.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { ActionProps } from '../machine/flow.js'
import classes from '../progress/Progress.module.css'

/** One file reads so many. */
const mostParcels = 100

/** All that this browser has of what waits, as one file. Notes stay here. */
export function ShareAll(props: ActionProps) {
  // What was seen at the gateway goes along: it may be away.
  const recalled = useRecalled(props.place)
  return recalled ? (
    <Ready {...props} parcels={listParcels(props.place, recalled)} />
  ) : (
    <LoadingRows count={3} />
  )
}

function Ready({
  place,
  onClose,
  parcels,
}: ActionProps & { parcels: readonly Parcel[] }) {
  const text = writeEnvelopes(parcels.slice(0, mostParcels))
  const isTooLarge = text.length > largestCarried
  return (
    <section className={column.column} aria-labelledby="share">
      <h1 id="share" className={classes.title}>
        Share {formatCount(parcels.length, 'transaction')}
      </h1>
      <p className={column.hint}>
        One file with every transaction in this browser that can still be
        executed, also those that the gateway had, and all signatures that this
        browser has. Anyone who receives the file can read it and execute
        transactions in it that have enough signatures. The file contains no
        private keys and no notes, and opening it executes nothing.
      </p>
      <ul>
        {parcels.map(({ signable, signatures }) =>
          signable.kind === 'transaction' ? (
            <li
              key={hashSafeTransaction(signable.domain, signable.transaction)}
            >
              Nonce {String(signable.transaction.nonce)}, to{' '}
              {signable.transaction.to},{' '}
              {formatCount(signatures.length, 'signature')}
            </li>
          ) : null,
        )}
      </ul>
      {parcels.length > mostParcels && (
        <Remark kind="warn">
          A file holds {mostParcels} transactions: those with the lowest nonces
          are saved. Share the others one by one.
        </Remark>
      )}
      {isTooLarge && (
        <Remark kind="warn">
          Together the transactions are too large for one file. Share them one
          by one.
        </Remark>
      )}
      <div className={column.actions}>
        <Button
          disabled={parcels.length === 0 || isTooLarge}
          leftSection={
            <IconDeviceFloppy size={16} stroke={1.75} aria-hidden="true" />
          }
          onClick={() =>
            downloadText({
              name: `queue-${place.address.slice(2, 10)}.safetx.json`,
              type: 'application/json',
              text,
            })
          }
        >
          Save file
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

/** The lowest nonce first. What does not have its hash any more stays here. */
export function listParcels(
  { chain, safe }: SafePlace,
  local: readonly LocalTransaction[],
): Parcel[] {
  const domain = toDomain(chain, safe)
  return local
    .filter(
      ({ transaction, safeTxHash }) =>
        hashSafeTransaction(domain, transaction) === safeTxHash,
    )
    .toSorted((a, b) => Number(a.transaction.nonce - b.transaction.nonce))
    .map(({ transaction, signatures }) =>
      toParcel(
        { kind: 'transaction', domain, transaction },
        {
          confirmations: signatures.filter(
            ({ isLate, isProposer }) => !isLate && !isProposer,
          ),
          note: '',
        },
      ),
    )
}
