import type { Risk } from './risk.js'
import type { Domain } from './safe.js'
import type { TypedData } from './typedData.js'

/** What a signature over typed data gives away. */
export function findMessageRisks(
  content: string | TypedData,
  domain: Domain,
): Risk[] {
  if (typeof content === 'string') return []
  const { primaryType, message, domain: bound } = content
  const risks: Risk[] = []
  if (/permit/i.test(primaryType)) {
    const spender = String(message.spender ?? message.operator ?? 'somebody')
    risks.push({
      level: 'danger',
      text: `A permit: ${spender} can take tokens of the safe without another transaction.`,
    })
    const end = message.deadline ?? message.sigDeadline ?? message.expiry
    risks.push({
      level: 'warning',
      text:
        end === undefined
          ? 'The permit has no end.'
          : `The permit ends at ${end} (seconds since 1970).`,
    })
  }
  if (/TransferWithAuthorization|ReceiveWithAuthorization/.test(primaryType))
    risks.push({
      level: 'danger',
      text: 'A transfer of tokens that anyone can send.',
    })
  if (primaryType === 'SafeTx')
    risks.push({
      level: 'danger',
      text: `A transaction of the safe ${String(bound.verifyingContract)}. Check it as a transaction.`,
    })
  if (bound.chainId === undefined)
    risks.push({
      level: 'warning',
      text: 'The message is valid on every network.',
    })
  else if (BigInt(String(bound.chainId)) !== domain.chainId)
    risks.push({
      level: 'warning',
      text: `The message is for chain ID ${String(bound.chainId)}, the safe is on ${domain.chainId}.`,
    })
  return risks
}
