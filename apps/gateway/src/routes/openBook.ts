import type { Address } from 'viem'
import { type Context, getServedChain } from '../context.js'
import type { VerifiedContract } from '../contractsConfig.js'
import { inTurns } from '../inTurns.js'
import {
  type ChainBook,
  createBook,
  listMentioned,
  listTargets,
  type WireCall,
} from '../wire/chainBook.js'

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
  const { nativeCurrency } = getServedChain(context, chainId)
  const settled = addresses.every((address) =>
    context.verified.isSettled({ chainId, address }),
  )
  return createBook({
    ...{ chainId, nativeCurrency, tokens, verified, pinned, settled },
  })
}

/** The same for the calls of a list, whose data may be long. */
export async function openBookOfMany(
  context: Context,
  parameters: { chainId: number; calls: readonly (WireCall | null)[] },
): Promise<ChainBook> {
  const { chainId, calls } = parameters
  const targets = await inTurns(calls, (call) =>
    call ? listTargets(call) : [],
  )
  return openBook(context, { chainId, addresses: targets.flat() })
}

/** The same for a call, and for whomever its arguments mention. */
export async function openBookOfCall(
  context: Context,
  parameters: {
    chainId: number
    call: WireCall
    others?: readonly Address[]
  },
): Promise<ChainBook> {
  const { chainId, call, others = [] } = parameters
  const targets = new Set([...listTargets(call), ...others])
  const book = await openBook(context, { chainId, addresses: targets })
  // What an argument is may be known only from the target's page.
  const mentioned = listMentioned(book.decode(call).calls)
  if (mentioned.every((address) => targets.has(address))) return book
  const addresses = [...targets, ...mentioned]
  return openBook(context, { chainId, addresses })
}
