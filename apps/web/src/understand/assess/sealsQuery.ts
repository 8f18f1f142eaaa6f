import type { Address } from 'viem'
import type { Claim } from '../../trust/checkSignable.js'
import { confirmationsQuery } from '../../trust/confirmations.js'
import type { Signable } from '../../trust/signable.js'
import type { SignableHashes } from '../../trust/signables/definition.js'
import type { SafePlace } from '../safe/safePlace.js'

/** Who has signed, each one verified over the hash computed here. */
export function sealsQuery(
  { chain, safe }: SafePlace,
  {
    domain,
    hashes,
    executor,
    claim,
  }: Pick<Signable, 'domain'> & {
    hashes: SignableHashes
    /** Who sent what has run, and approved it thereby. */
    executor?: Address | undefined
    claim: Pick<Claim, 'confirmations'>
  },
) {
  return confirmationsQuery(
    chain,
    {
      safe: domain.safe,
      version: domain.version,
      hash: hashes.signed,
      preimage: hashes.preimage,
      owners: safe.owners,
      ...(executor && { executor }),
    },
    claim.confirmations,
  )
}
