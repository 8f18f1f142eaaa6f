import { findChain } from '@covault/protocol'

/**
 * As a label, where a list has no more of a network than its number. Sentences
 * say it with `nameChain`.
 */
export function nameNetwork(
  chainId: number,
  known: readonly { chainId: number; name: string }[],
): string {
  const found =
    known.find((one) => one.chainId === chainId) ?? findChain(chainId)
  return found?.name ?? `Chain ID ${chainId}`
}
