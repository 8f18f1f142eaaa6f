import { AddressText } from '../ui/AddressText.js'
import { Banner } from '../ui/Banner.js'
import type { SignedTransaction } from '../understand/decode/readTransaction.js'
import { claimLabels, computedLabel } from '../words/reasons.js'
import { HashCompare } from './transaction/HashValue.js'

/** The words of a page that must not be believed, and the two hashes. */
export function MismatchBanner({
  words,
  signed,
}: {
  words: string
  signed: SignedTransaction | undefined
}) {
  return (
    <Banner kind="danger" title="Content mismatch.">
      <AddressText text={words} />
      {signed && !signed.isAsClaimed && (
        <HashCompare
          rows={[
            {
              label: claimLabels.gateway,
              hash: signed.execution.safeTxHash,
            },
            { label: computedLabel, hash: signed.hashes.signed },
          ]}
        />
      )}
    </Banner>
  )
}
