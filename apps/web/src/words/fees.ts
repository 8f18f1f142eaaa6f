import { formatNumber } from '../lib/formatCount.js'

/* What is wrong with fees and gas that somebody typed. */

export const feeErrors = {
  notWhole: 'Enter a whole number.',
  notGwei: 'Enter a number in gwei with at most 9 decimals, for example 1.5.',
  zero: 'Enter more than 0.',
  tip: 'The tip is part of the max fee and can’t exceed it.',
} as const

export function writeLeastGas(least: bigint): string {
  return `Enter at least ${formatNumber(least)}: no transaction uses less.`
}

export function writeMostGas(most: bigint): string {
  return `Enter at most ${formatNumber(most)}: no block has room for more.`
}

export function writeLittleGas(needed: bigint): string {
  return `The estimate is ${formatNumber(needed)} gas. With a lower limit the transaction runs out of gas: it fails, and the fee is spent.`
}
