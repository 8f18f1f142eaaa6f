import { BaseError, type SafeVersion } from '@covault/protocol'
import type { Address } from 'viem'
import { decideNow } from '../commands/presentSafe.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure } from '../failures.js'

/** The safe that moves in, as the chain has it. */
export type MovedSafe = {
  chainId: number
  address: Address
  owners: readonly Address[]
  nonce: bigint
  version: SafeVersion | undefined
}

export async function readMovedSafe(
  context: Context,
  { chainId, address }: { chainId: number; address: Address },
): Promise<MovedSafe> {
  const { access } = getServedChain(context, chainId)
  return decideNow(access.firstPool, address, async (present) => {
    const { owners, nonce, version } = present
    return { chainId, address, owners, nonce, version }
  }).catch((error: unknown) => {
    if (!(error instanceof NotFoundFailure)) throw error
    throw new NoSafeHereError(address)
  })
}

export class NoSafeHereError extends BaseError {
  override name = 'NoSafeHereError'
  constructor(address: Address) {
    super(
      `${address} is not a safe on this network. Check the address and the network before it.`,
    )
  }
}
