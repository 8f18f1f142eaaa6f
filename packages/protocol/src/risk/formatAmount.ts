import { type Address, formatUnits, zeroAddress } from 'viem'
import { findChain } from '../chains/chains.js'

/** The decimals of tokens are not known here, so that units are counted. */
export function formatAmount(
  chainId: number,
  { amount, asset }: { amount: bigint; asset: Address },
): string {
  if (asset !== zeroAddress) return `${amount} units of the token ${asset}`
  const currency = findChain(chainId)?.nativeCurrency
  if (currency === undefined)
    return `${formatUnits(amount, 18)} of the chain's currency`
  return `${formatUnits(amount, currency.decimals)} ${currency.symbol}`
}
