import type { Address } from 'viem'
import type { AccessConfig } from './accessConfig.js'
import { createBuckets } from './buckets.js'
import { RuleFailure } from './failures.js'

/** Who asks, and how many times more than others they may. */
export type Caller = { network: string; factor: number }

type Place = { chainId: number; safe: Address }

/**
 * How often may be written, where only a command knows what counts. Every
 * process counts for itself: limits protect its own time, they are no quota.
 */
export type Allowances = ReturnType<typeof createAllowances>

export function createAllowances({
  writesPerSafePerMinute,
  unsignedPerHour,
}: AccessConfig['rateLimits']) {
  const safes = createBuckets(writesPerSafePerMinute)
  const unsigned = createBuckets(unsignedPerHour / 60, { minutes: 60 })
  return {
    /** Before anything is asked of the chain. */
    assertWritable(place: Place): void {
      assertNoWait(safes.wait(toKey(place)))
    },
    /**
     * After something new was stored at the word of somebody who may: nobody
     * else can use the allowance up.
     */
    countWrite(place: Place): void {
      safes.take(toKey(place))
    },
    /** The same for somebody who may turn out to need none of it. */
    assertUnsigned({ network, factor }: Caller): void {
      assertNoWait(unsigned.wait(network, factor))
    },
    /** Before an unsigned proposal is looked at. */
    takeUnsigned({ network, factor }: Caller): void {
      assertNoWait(unsigned.take(network, factor))
    },
  }
}

function toKey({ chainId, safe }: Place): string {
  return `${chainId}:${safe}`
}

function assertNoWait(retryAfter: number): void {
  if (retryAfter > 0)
    throw new RuleFailure('Rate limit reached', { status: 429, retryAfter })
}
