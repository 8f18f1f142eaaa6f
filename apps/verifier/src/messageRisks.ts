import { findImitations } from './imitations.js'
import type { Content } from './input.js'
import { danger, type Known, type Risk } from './risk.js'
import type { Domain } from './safe.js'
import { findBase, type TypedData } from './typedData.js'

/** What a signature over typed data gives away. */
export function findMessageRisks(
  content: Content,
  { domain, known }: { domain: Domain; known: Known },
): Risk[] {
  if (typeof content === 'string') return []
  if (!('types' in content))
    return [
      danger(
        'The input has only the hash of the message, so its content can’t be shown. Ask for the message itself.',
      ),
    ]
  const { primaryType, message, domain: bound } = content
  const risks: Risk[] = []
  const unsigned = findUnsigned(content)
  if (unsigned.length > 0)
    risks.push({
      level: 'danger',
      text: `In the message, but not covered by the signature: ${unsigned.join(', ')}.`,
    })
  if (/permit/i.test(primaryType)) {
    const spender = String(
      message.spender ?? message.operator ?? 'an unknown spender',
    )
    risks.push({
      level: 'danger',
      text: `A permit: ${spender} can take tokens of the safe without another transaction.`,
    })
    const end = message.deadline ?? message.sigDeadline ?? message.expiry
    risks.push({
      level: 'warning',
      text:
        end === undefined
          ? 'The permit never expires.'
          : `The permit expires at ${end} (seconds since 1970).`,
    })
  }
  if (/TransferWithAuthorization|ReceiveWithAuthorization/.test(primaryType))
    risks.push({
      level: 'danger',
      text: 'A transfer of tokens that anyone can submit.',
    })
  if (primaryType === 'SafeTx')
    risks.push({
      level: 'danger',
      text: `A transaction of the safe ${String(bound.verifyingContract)}. Check it as a transaction.`,
    })
  if (primaryType === 'SafeMessage')
    risks.push({
      level: 'danger',
      text: `A message of the safe ${String(bound.verifyingContract)}, of which only the hash is known here. Check it there.`,
    })
  const given = [message.spender, message.operator, message.to]
  risks.push(...findImitations(given.map(String), known))
  if (bound.chainId === undefined)
    risks.push({
      level: 'warning',
      text: 'The message is valid on every network.',
    })
  else if (BigInt(String(bound.chainId)) !== domain.chainId)
    risks.push({
      level: 'warning',
      text: `The message is for chain ID ${String(bound.chainId)}, but the safe is on ${domain.chainId}.`,
    })
  return risks
}

/** Members that no type names: they are read, and mean nothing. */
function findUnsigned({ types, primaryType, domain, message }: TypedData) {
  const found = new Set<string>()
  const named = new Map(Object.entries(types))
  const visit = (type: string, value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(type, one)
      return
    }
    const fields = named.get(findBase(type))
    if (!fields || typeof value !== 'object' || value === null) return
    const known = new Map(fields.map((field) => [field.name, field.type]))
    for (const [name, one] of Object.entries(value)) {
      const of = known.get(name)
      if (of === undefined) found.add(name)
      else visit(of, one)
    }
  }
  visit('EIP712Domain', domain)
  visit(primaryType, message)
  return [...found]
}
