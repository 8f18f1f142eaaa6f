/** Half is a large share already. */
export function isLargeShare(amount: bigint, balance: bigint): boolean {
  return amount > 0n && amount * 2n >= balance
}

export function describeShare(amount: bigint, balance: bigint): string {
  if (amount === balance) return 'everything the safe holds'
  if (amount > balance) return 'more than the safe holds today'
  return `${(amount * 100n) / balance}% of what the safe holds`
}
