import { Button } from '@mantine/core'
import type { Hex } from 'viem'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { listWords } from '../../lib/formatCount.js'
import { useRecords } from '../../preferences/records.js'
import {
  isSeenLately,
  nameSignature,
  type SeenSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import { isAlone } from '../../queries/gateway.js'
import { AddressText } from '../../ui/AddressText.js'
import { Banner } from '../../ui/Banner.js'
import type { OpenPlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import { keepSeen } from '../act/kept.js'
import { useHandIn } from '../review/useHandIn.js'

/** An answer that is younger than this may not know of it yet. */
const settleTime = 5000

type Listing = {
  place: OpenPlace
  /** Ids of all that the gateway lists, to the end; undefined: not known yet. */
  listed: readonly string[] | undefined
  /** When it did. */
  listedAt: number
}

/** How many transactions the signatures are of. */
export function countWithheld(seen: readonly SeenSignature[]): number {
  return new Set(seen.map(({ safeTxHash }) => safeTxHash)).size
}

/** Signatures seen here of what can still be executed and is not listed. */
export function useWithheld({
  place: { chain, address, safe },
  listed,
  listedAt,
}: Listing): SeenSignature[] {
  const seen = useRecords(seenSignatures) ?? []
  // Without a gateway nobody lists anything, and nobody withholds it.
  if (isAlone || !safe || !listed) return []
  return seen
    .map(({ value }) => value)
    .filter(
      (one) =>
        one.chainId === chain.chainId &&
        one.safe === address &&
        one.transaction.nonce >= safe.nonce &&
        isSeenLately(one) &&
        listedAt - one.at > settleTime &&
        !listed.some((id) => id.endsWith(one.safeTxHash)),
    )
}

/**
 * S56: transactions that this browser has seen signed, that can still run, and
 * that the gateway does not list. Somebody deleted them, or it hides them.
 */
export function WithheldTransactions({ place, listed, listedAt }: Listing) {
  const missing = useWithheld({ place, listed, listedAt })
  const hashes = [...new Set(missing.map(({ safeTxHash }) => safeTxHash))]
  return hashes.map((hash) => (
    <WithheldTransaction
      key={hash}
      place={place}
      hash={hash}
      signatures={missing.filter(({ safeTxHash }) => safeTxHash === hash)}
    />
  ))
}

function WithheldTransaction({
  place,
  hash,
  signatures,
}: {
  place: OpenPlace
  hash: Hex
  signatures: readonly SeenSignature[]
}) {
  const nameOf = useNameOf(place)
  const submit = useHandIn(keepSeen(signatures))
  const nonce = signatures[0]?.transaction.nonce
  const signers = signatures.map(
    ({ signer }) => nameOf(signer) ?? formatAddress(signer, { digits: 4 }),
  )
  return (
    <Banner
      title={`A signed transaction at nonce ${nonce} is missing from the gateway’s list.`}
      action={
        <>
          <Button
            size="xs"
            variant="default"
            loading={submit.isPending}
            onClick={() => submit.mutate()}
          >
            Resubmit
          </Button>{' '}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              for (const one of signatures)
                void seenSignatures.remove(nameSignature(one))
            }}
          >
            Discard this copy
          </Button>
        </>
      }
    >
      <AddressText
        text={`This browser has seen the transaction ${formatAddress(hash, { digits: 6 })}, signed by ${listWords(signers)}.`}
      />{' '}
      The transaction may have been deleted, or the gateway is withholding it.
      The signatures stay valid until the nonce is used.
      {submit.error && ` ${describeError(submit.error)}`}
    </Banner>
  )
}
