/**
 * Two digits after the point and four that say something; where the last of
 * these say zero, a fifth or sixth that does not.
 */
export function formatPrice(price: string): {
  integer: string
  fraction: string
} {
  const number = Number(price)
  const size = number > 0 ? Math.floor(Math.log10(number)) : 0
  const write = (digits: number) =>
    number.toLocaleString('en', {
      minimumFractionDigits: 2,
      maximumFractionDigits: Math.min(20, Math.max(2, digits - 1 - size)),
    })
  const texts = [4, 5, 6].map(write)
  const text = texts.find((one) => !one.endsWith('0')) ?? write(4)
  const [integer = '0', fraction = ''] = text.split('.')
  return { integer, fraction }
}
