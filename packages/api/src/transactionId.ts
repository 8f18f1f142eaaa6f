import { getAddress } from 'viem'

/** What owners sign, by its safe and its hash. */
const signedForm = /^multisig_(0x[0-9a-f]{40})_(0x[0-9a-f]{64})$/i
const hashForm = /^0x[0-9a-f]{64}$/i

/**
 * Ids and hashes are compared as text, so they have one form inside whatever
 * letter case they come in. An id of another kind stays as it is.
 */
export function normalizeTransactionId(id: string): string {
  if (hashForm.test(id)) return id.toLowerCase()
  const [, safe, hash] = signedForm.exec(id) ?? []
  if (!safe || !hash) return id
  return `multisig_${getAddress(safe.toLowerCase())}_${hash.toLowerCase()}`
}
