import { zeroAddress } from 'viem'
import * as z from 'zod/mini'
import { longestName } from '../../preferences/addressBook.js'

const text = z.string().check(z.maxLength(200))

/** Something the new safe gets to begin with. */
const fund = z.object({
  /** Stays with the row while others come and go. */
  id: z.int(),
  token: text,
  amount: text,
})
export type Fund = z.output<typeof fund>

/** More kinds of tokens are sent later, like any payment. */
export const mostFunds = 20

export const nestedSafeInput = z.object({
  name: z.string().check(z.maxLength(longestName)),
  funds: z.array(fund).check(z.maxLength(mostFunds)),
  /** Makes the address one that no other plan of this safe has. */
  salt: z.string().check(z.regex(/^[0-9]{1,20}$/)),
})
export type NestedSafeInput = z.output<typeof nestedSafeInput>

export function createInput(): NestedSafeInput {
  return { name: '', funds: [], salt: String(Date.now()) }
}

/** The native currency first, as most new safes need some. */
export function addFund(funds: readonly Fund[]): Fund[] {
  const id = 1 + Math.max(0, ...funds.map((one) => one.id))
  return [...funds, { id, token: zeroAddress, amount: '' }]
}
