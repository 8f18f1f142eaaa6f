import { expect, test } from 'vitest'
import { formatPrice } from './formatPrice.js'

test.each([
  ['3487.830412', '3,487.83'],
  ['12.3456', '12.35'],
  ['12.3', '12.30'],
  ['1.0001', '1.0001'],
  ['1.00049', '1.0005'],
  ['1.000012', '1.00001'],
  ['1.0000012', '1.00'],
  ['1.0016', '1.002'],
  ['0.99871', '0.9987'],
  ['0.000123456', '0.0001235'],
  ['0', '0.00'],
])('a price of %s is written %s', (price, written) => {
  const { integer, fraction } = formatPrice(price)
  expect(`${integer}.${fraction}`).toBe(written)
})
