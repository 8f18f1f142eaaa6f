import type { Address } from 'viem'
import type { Context } from '../context.js'
import type { VerifiedContract } from '../contractsConfig.js'
import { type ChainBook, createBook } from '../wire/chainBook.js'

/** Opens a chain's book at the pages of these addresses. */
export async function openBook(
  context: Context,
  parameters: { chainId: number; addresses: Iterable<Address> },
): Promise<ChainBook> {
  const { chainId } = parameters
  const addresses = [...new Set(parameters.addresses)]
  const [tokens, pinned] = await Promise.all([
    context.readTokens({ chainId, addresses }),
    context.readPinnedContracts(chainId),
  ])
  const verified = new Map<Address, VerifiedContract>(
    context.config.contracts.get(chainId),
  )
  for (const address of addresses) {
    const contract = context.verified.find({ chainId, address })
    if (contract) verified.set(address, contract)
  }
  return createBook({ chainId, tokens, verified, pinned })
}
