/** The currencies values are given in, in the wire's order. */
export const fiatCodes = [
  'USD',
  'EUR',
  'ETH',
  'AUD',
  'BTC',
  'CAD',
  'CHF',
  'CNY',
  'GBP',
  'INR',
  'JPY',
  'KRW',
  'NZD',
  'RUB',
  'TRY',
  'ZAR',
] as const

export type FiatCode = (typeof fiatCodes)[number]
