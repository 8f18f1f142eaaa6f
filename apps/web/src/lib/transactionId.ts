import { type Address, getAddress, type Hex } from 'viem'

/** What the wire calls something that owners sign. */
const form = /^multisig_(0x[0-9a-f]{40})_(0x[0-9a-f]{64})$/i

/** Undefined: it names nothing that owners sign. */
export function readTransactionId(
  id: string,
): { safe: Address; safeTxHash: Hex } | undefined {
  const [, safe, hash] = form.exec(id) ?? []
  if (!safe || !hash) return undefined
  return {
    safe: getAddress(safe.toLowerCase()),
    // The pattern has seen to it.
    safeTxHash: hash.toLowerCase() as Hex,
  }
}

export function writeTransactionId(named: {
  safe: Address
  safeTxHash: Hex
}): string {
  return `multisig_${named.safe}_${named.safeTxHash}`
}
