import type { SafeTransaction } from '../../safeTransaction.js'
import type { RiskFacts, SafeFacts } from '../riskFacts.js'
import type { RiskId } from '../rules.js'
import { addressBook, knownKinds, publishedCode } from './cast.js'
import { type Call, zeroAddress } from './encodeCall.js'
import type { ExpectedFinding, RiskCase } from './riskCase.js'

type RiskCaseParameters = {
  name: string
  story: string
  safe: SafeFacts
  call: Call
  gas?: Partial<SafeTransaction>
  facts?: Partial<Omit<RiskFacts, 'safe'>>
  expected: ExpectedFinding[]
  nearMiss?: RiskId[]
}

/** A case with the usual facts, each of which `facts` replaces as a whole. */
export function riskCase(parameters: RiskCaseParameters): RiskCase {
  const { safe, facts } = parameters
  return {
    ...bareRiskCase(parameters),
    facts: {
      safe,
      codeHashes: publishedCode,
      kinds: { ...knownKinds, [safe.address]: 'safe' },
      knownRecipients: addressBook,
      ...facts,
    },
  }
}

/** A case about which nothing is known but the safe and what `facts` adds. */
export function bareRiskCase({
  name,
  story,
  safe,
  call,
  gas,
  facts,
  expected,
  nearMiss = [],
}: RiskCaseParameters): RiskCase {
  return {
    name,
    story,
    domain: {
      chainId: safe.chainId,
      safe: safe.address,
      version: safe.version,
    },
    transaction: {
      ...call,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: safe.nonce ?? 0n,
      ...gas,
    },
    facts: { safe, codeHashes: {}, ...facts },
    expected,
    nearMiss,
  }
}
