export function knowLocalChains(chainIds: readonly number[]): void
