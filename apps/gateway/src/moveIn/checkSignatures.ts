import type { SafeSignature } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { readSigners } from '../commands/signers.js'
import type { ToldSignature } from './items.js'
import { isRefusal } from './refusal.js'
import type { Report } from './report.js'

/**
 * The signatures of a hash that are by the owners they are said to be by. All
 * others are refused by name. What only the chain can tell is decided when
 * they are stored.
 */
export async function checkSignatures(parameters: {
  hash: Hex
  told: readonly ToldSignature[]
  owners: readonly Address[]
  /** What is signed, as the report calls it. */
  subject: string
  report: Report
}): Promise<SafeSignature[]> {
  const { hash, told, owners, subject, report } = parameters
  const good = new Map<Address, SafeSignature>()
  for (const { owner, signature } of told) {
    const problem = await (async () => {
      const read = await readOne(hash, signature)
      if (!read) return 'the bytes are not a signature'
      if (read.signer !== owner) return `the signature is by ${read.signer}`
      if (!owners.includes(owner)) return 'the signer is not an owner now'
      if (!good.has(owner)) good.set(owner, read)
      return undefined
    })()
    if (problem)
      report.refuse('Signatures', `${owner} on ${subject}: ${problem}.`)
  }
  return [...good.values()]
}

async function readOne(
  hash: Hex,
  blob: Hex,
): Promise<SafeSignature | undefined> {
  try {
    const [read] = await readSigners({ hash, blob, most: 1 })
    return read
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
