import type { Address } from 'viem'
import type { Context } from '../context.js'

type Named<name extends string> = { chainId: number } & Record<name, Address>

// Which safe an answer is about, by the two names paths have for it.

export function ofAddress({ answers }: Context) {
  const safeOf = ({ chainId, address }: Named<'address'>) => ({
    chainId,
    safe: address,
  })
  return { answers, safeOf }
}

export function ofSafeAddress({ answers }: Context) {
  const safeOf = ({ chainId, safe_address }: Named<'safe_address'>) => ({
    chainId,
    safe: safe_address,
  })
  return { answers, safeOf }
}
