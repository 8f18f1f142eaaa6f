const number = new Intl.NumberFormat('en')

export function formatNumber(value: number | bigint): string {
  return number.format(value)
}

/** "1 safe", "2 safes". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`
}
