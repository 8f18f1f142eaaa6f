import type { DeployedSafe } from '@covault/devnet'
import { hashSafeTransaction, type SafeTransaction } from '@covault/protocol'
import type { Address, Hex } from 'viem'

/** The body of a proposal, with whatever its sender claims. */
export function toProposalBody(
  { chainId, address, version }: DeployedSafe,
  parameters: {
    transaction: SafeTransaction
    sender: Address
    signature: Hex | null
    origin: string | null
  },
) {
  const { transaction, ...claims } = parameters
  const domain = { chainId, safe: address, version }
  return {
    ...transaction,
    value: String(transaction.value),
    safeTxGas: String(transaction.safeTxGas),
    baseGas: String(transaction.baseGas),
    gasPrice: String(transaction.gasPrice),
    nonce: String(transaction.nonce),
    safeTxHash: hashSafeTransaction(domain, transaction),
    ...claims,
  }
}
