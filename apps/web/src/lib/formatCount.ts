const number = new Intl.NumberFormat('en')
const plurals = new Intl.PluralRules('en')

export function formatNumber(value: number | bigint): string {
  return number.format(value)
}

/** "1 safe", "2 safes". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${plurals.select(count) === 'one' ? noun : `${noun}s`}`
}
