import { chains } from './chains.js'

/**
 * For sentences: `Ethereum (chain ID 1)`, or the number alone where neither the
 * release nor the caller knows a name.
 */
export function nameChain(
  chainId: number | bigint | string,
  known: readonly { chainId: number; name: string }[] = [],
): string {
  const number = `chain ID ${chainId}`
  const found = [...known, ...chains].find(
    (one) => String(one.chainId) === String(chainId),
  )
  return found ? `${found.name} (${number})` : number
}
