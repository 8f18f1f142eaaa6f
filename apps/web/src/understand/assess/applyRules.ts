import {
  type Finding,
  findRisks,
  riskRules,
  type SafeDomain,
  type Tense,
  type WaitingTransaction,
} from '@covault/protocol'
import type { Hex } from 'viem'
import type { DecodedTransaction, Signed } from '../decode/decodeTransaction.js'
import type { SafePlace } from '../safe/safePlace.js'
import type { KnownFacts } from './knownFacts.js'

/** What the rules found in something that owners sign. */
export type Assessment = {
  findings: readonly Finding[]
  ruleCount: number
}

/** The rules are much code: they come while what is decoded is read. */
export function applyRules({
  place: { chain, safe },
  signed: { domain, transaction },
  decoded: { tree, contracts },
  known: { contacts, ownSafes, counterparties, isHistoryUnread, balances },
  knownHashes = [],
  waiting = [],
  tense = 'planned',
}: {
  place: SafePlace
  signed: Signed
  decoded: DecodedTransaction
  known: KnownFacts
  /** Of transactions that are shown together with this one. */
  knownHashes?: readonly Hex[]
  /** Of the same safe. */
  waiting?: readonly WaitingTransaction[]
  tense?: Tense
}): Assessment {
  const facts = [...contracts.values()]
  const findings = findRisks({
    domain,
    transaction,
    tree,
    tense,
    facts: {
      safe: toSafeFacts(domain, safe),
      codeHashes: Object.fromEntries(
        facts.map(({ address, codeHash }) => [address, codeHash]),
      ),
      kinds: Object.fromEntries(
        facts.map(({ address, kind, codeHash }) => [
          address,
          kind ?? (codeHash ? 'contract' : 'account'),
        ]),
      ),
      knownRecipients: [...contacts],
      ownSafes: [...ownSafes],
      counterparties: [...counterparties],
      ...(isHistoryUnread && { isHistoryUnread }),
      ...(balances && { balances: [...balances] }),
      nativeCurrency: chain.nativeCurrency,
      knownSpenders: [],
      knownHashes: [...knownHashes],
      waiting: [...waiting],
      tokens: Object.fromEntries(
        facts.flatMap(({ address, token }) =>
          token ? [[address, token]] : [],
        ),
      ),
    },
  })
  return { findings, ruleCount: riskRules.length }
}

function toSafeFacts(
  { safe: address, version, chainId }: SafeDomain,
  { owners, threshold, nonce }: SafePlace['safe'],
) {
  return { address, version, chainId, owners: [...owners], threshold, nonce }
}
