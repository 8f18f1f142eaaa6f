import { identifyAllowanceModule } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { findPublished } from './describeIntent.js'

/** What the code at an address is, as far as anybody has published it. */
export type CodeIdentity =
  /** Address and code are those of a published contract. */
  | { kind: 'published'; name: string }
  /** Listed for this chain; nobody publishes the hash of its code. */
  | { kind: 'listed'; name: string }
  /** Our own build of it, on a local chain. */
  | { kind: 'standIn'; name: string }
  | { kind: 'unknown'; codeHash: Hex }
  | { kind: 'noCode' }

export function identifyCode({
  chainId,
  address,
  codeHash,
}: {
  chainId: number
  address: Address
  /** Null: there is no code. */
  codeHash: Hex | null
}): CodeIdentity {
  if (codeHash === null) return { kind: 'noCode' }
  const published = findPublished(address, codeHash)
  if (published) return { kind: 'published', name: published }
  const limits = identifyAllowanceModule({ chainId, address, codeHash })
  if (!limits) return { kind: 'unknown', codeHash }
  const name = `Allowance module ${limits.version}`
  return { kind: limits.isStandIn ? 'standIn' : 'listed', name }
}

/** One line for beside the address. */
export function describeCode(identity: CodeIdentity): string {
  switch (identity.kind) {
    case 'published':
      return `${identity.name}, official code`
    case 'listed':
      return `${identity.name}, recognised by its address on this network`
    case 'standIn':
      return `${identity.name}, test version for local networks`
    case 'unknown':
      return `Unknown code, hash ${identity.codeHash.slice(0, 10)}…`
    case 'noCode':
      return 'No code at this address'
  }
}
