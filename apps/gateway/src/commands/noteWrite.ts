import type { Address } from 'viem'
import type { Context } from '../context.js'

/**
 * After something new of a safe was stored: the one who wrote it reads it back,
 * however quickly they ask. Other safes keep the answers they share.
 */
export async function noteWrite(
  { allowances, answers }: Pick<Context, 'allowances' | 'answers'>,
  parameters: { chainId: number; safe: Address; counted?: boolean },
): Promise<void> {
  const { chainId, safe, counted = true } = parameters
  answers.forgetSafe(chainId, safe)
  if (counted) await allowances.countWrite({ chainId, safe })
}
