import { batchCalls, type TransactionPlan } from '@covault/devnet'
import type { Address, Hex } from 'viem'

const version = '1.4.1'
const transfer = '0xa9059cbb' as const

/** What may be proposed and decoded, with room for what is around it. */
const longest = 120_000

/** The most calls, and so the most words, for the fewest bytes. */
export const manyCalls = batchCalls(
  { version },
  Array.from({ length: Math.floor(longest / 89) }, (_, at) => ({
    to: `0x${String(at).padStart(40, '1')}` as Address,
    data: transfer,
  })),
)

/** A batch in a batch in a batch: who tells each level tells it all again. */
export const nestedCalls = nestCalls({ levels: 12, bytes: longest - 4_000 })

export function nestCalls(parameters: {
  levels: number
  bytes: number
}): TransactionPlan {
  const { levels, bytes } = parameters
  const bulk: Hex = `${transfer}${'00'.repeat(bytes)}`
  let nested = batchCalls({ version }, [{ to: manyCalls.to, data: bulk }])
  for (let level = 1; level < levels; level++)
    nested = batchCalls({ version }, [nested])
  return nested
}
