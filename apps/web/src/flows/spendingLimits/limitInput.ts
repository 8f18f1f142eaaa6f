import { zeroAddress } from 'viem'
import * as z from 'zod/mini'
import type { AppSearch } from '../../lib/searchText.js'
import { pinnedAddress, writeAddress } from '../machine/pinnedAddress.js'

/** How long an amount lasts, in the module's minutes; 0 never renews. */
export const periods = {
  once: { minutes: 0, words: 'Never' },
  day: { minutes: 24 * 60, words: 'Every day' },
  week: { minutes: 7 * 24 * 60, words: 'Every 7 days' },
  month: { minutes: 30 * 24 * 60, words: 'Every 30 days' },
} as const
export type Period = keyof typeof periods

const text = z.string().check(z.maxLength(200))

export const limitSchema = z.object({
  beneficiary: pinnedAddress,
  /** The zero address is the native currency. */
  token: text,
  amount: text,
  period: z.enum(['once', 'day', 'week', 'month']),
})
export type LimitInput = z.output<typeof limitSchema>

export function createLimitInput({ recipient, token }: AppSearch): LimitInput {
  return {
    beneficiary: writeAddress(recipient ?? ''),
    token: token ?? zeroAddress,
    amount: '',
    period: 'week',
  }
}
