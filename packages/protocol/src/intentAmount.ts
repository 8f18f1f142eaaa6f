import { type Address, zeroAddress } from 'viem'
import type { Amount, TokenFacts } from './intent.js'
import type { IntentContext } from './methodCall.js'
import { toVisibleText } from './visibleText.js'

export function nativeAmount(
  { nativeCurrency }: IntentContext,
  value: bigint,
): Amount {
  return { value, token: null, facts: nativeCurrency }
}

export function tokenAmount(
  { tokens, nativeCurrency }: IntentContext,
  token: Address,
  value: bigint,
): Amount {
  const facts = tokens?.get(token)
  const amount = { value, token, facts }
  return isNamesake(facts, nativeCurrency)
    ? { ...amount, namesake: true }
    : amount
}

/** Any contract may call itself ETH, and many do. */
function isNamesake(
  facts: TokenFacts | undefined,
  native: TokenFacts | undefined,
): boolean {
  const symbol = facts && toVisibleText(facts.symbol).toUpperCase()
  if (!symbol) return false
  return (
    symbol === 'ETH' || symbol === toVisibleText(native?.symbol).toUpperCase()
  )
}

/** Where the contracts write the zero address for the native currency. */
export function anyAmount(
  context: IntentContext,
  token: Address,
  value: bigint,
): Amount {
  return token === zeroAddress
    ? nativeAmount(context, value)
    : tokenAmount(context, token, value)
}

export function unlessNothing(
  context: IntentContext,
  token: Address,
  value: bigint,
): Amount | undefined {
  return value === 0n ? undefined : anyAmount(context, token, value)
}
