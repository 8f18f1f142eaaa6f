import {
  type Finding,
  findDeploymentByAddress,
  findRisks,
  type Intent,
  multiSends,
} from '@covault/protocol'
import type { Address } from 'viem'
import type { Signable, SignableKind } from '../../trust/signable.js'
import {
  type DecodedTransaction,
  decodeBytes,
} from '../decode/decodeTransaction.js'
import type { SafeScope } from '../safe/safePlace.js'
import { describeIntent, type NameOf } from '../tell/describeIntent.js'

/** What can be told of a transaction with its bytes and the reader's records. */
export type OfflineReading = {
  decoded: DecodedTransaction
  findings: readonly Finding[]
}

/** Rules that need the chain stay silent: what they need is not there. */
export function readOffline(
  scope: SafeScope,
  {
    signable: { domain, transaction },
    contacts,
    ownSafes,
  }: {
    signable: Signable<'transaction'>
    contacts: readonly Address[]
    ownSafes: readonly Address[]
  },
): OfflineReading {
  const { chainId, safe, version } = domain
  const decoded = decodeBytes(scope, { domain, transaction })
  const findings = findRisks({
    domain,
    transaction,
    tree: decoded.tree,
    facts: {
      safe: { address: safe, version, chainId, owners: [], threshold: 0 },
      codeHashes: {},
      isCodeUnread: true,
      nativeCurrency: scope.chain.nativeCurrency,
      knownRecipients: [...contacts],
      ownSafes: [...ownSafes],
      isHistoryUnread: true,
    },
  })
  return { decoded, findings }
}

/**
 * A batch is code that is executed as the safe, and on a network that the release
 * does not know only a chain tells which. What the bytes do if the code is what
 * its address promises is said apart from the headline, which promises nothing.
 */
export function describeIfPublished(
  intent: Intent,
  nameOf: NameOf,
): string | undefined {
  if (intent.kind !== 'delegateCall') return undefined
  const published = findDeploymentByAddress(multiSends, intent.to)
  const [batch, ...others] = intent.candidates
  if (!published || !batch || others.length > 0) return undefined
  const { contract, version } = published
  const effect = describeIntent(batch, nameOf)
  return `If this code is the official ${contract} ${version}, the transaction does this: ${effect.charAt(0).toLowerCase()}${effect.slice(1)}.`
}

/** What only the chain or others can say, in the order in which it matters. */
const unchecked: readonly {
  fact: string
  name: string
  of: readonly SignableKind[]
}[] = [
  {
    fact: 'owners',
    name: 'Owners and threshold',
    of: ['transaction', 'message'],
  },
  { fact: 'nonce', name: 'Nonce of the safe', of: ['transaction'] },
  {
    fact: 'version',
    name: 'Contract version, guard and modules',
    of: ['transaction'],
  },
  {
    fact: 'version',
    name: 'Contract version and fallback handler',
    of: ['message'],
  },
  { fact: 'code', name: 'Contracts that are called', of: ['transaction'] },
  { fact: 'simulation', name: 'Simulation', of: ['transaction'] },
  {
    fact: 'elsewhere',
    name: 'Transactions and signatures outside this browser',
    of: ['transaction'],
  },
  {
    fact: 'elsewhere',
    name: 'Signatures outside this browser',
    of: ['message'],
  },
]

export function listUnchecked(kind: SignableKind) {
  return unchecked.filter(({ of }) => of.includes(kind))
}
