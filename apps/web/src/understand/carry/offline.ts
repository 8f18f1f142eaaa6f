import {
  decodeCall,
  type Finding,
  findRisks,
  getIntent,
  getKnownContracts,
  type Intent,
  riskRules,
} from '@covault/protocol'
import type { Signable } from '../../trust/signable.js'

/** What can be told of a transaction with nothing but its bytes. */
export type OfflineReading = {
  intent: Intent
  findings: readonly Finding[]
  ruleCount: number
}

/** Rules that need the chain stay silent: what they need is not there. */
export function readOffline({
  domain,
  transaction,
}: Signable<'transaction'>): OfflineReading {
  const { chainId, safe, version } = domain
  const tree = decodeCall(transaction, {
    safe,
    contracts: getKnownContracts({ chainId }),
  })
  const findings = findRisks({
    domain,
    transaction,
    tree,
    facts: {
      safe: { address: safe, version, chainId, owners: [], threshold: 0 },
      codeHashes: {},
      isHistoryUnread: true,
    },
  })
  return { intent: getIntent(tree), findings, ruleCount: riskRules.length }
}

/** What only the chain can say, in the order in which it matters. */
export const unchecked = [
  { fact: 'owners', name: 'Owners and threshold' },
  { fact: 'nonce', name: 'Nonce of the safe' },
  { fact: 'version', name: 'Contract version, guard and modules' },
  { fact: 'code', name: 'Contracts that are called' },
  { fact: 'simulation', name: 'Simulation' },
] as const
