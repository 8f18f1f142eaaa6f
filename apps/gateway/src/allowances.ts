import type { Address } from 'viem'
import type { AccessConfig } from './accessConfig.js'
import type { MakeBuckets } from './buckets.js'
import { RuleFailure } from './failures.js'

/** Who asks, and how many times more than others they may. */
export type Caller = { network: string; factor: number }

type Place = { chainId: number; safe: Address }

/** How often may be written, where only a command knows what counts. */
export type Allowances = ReturnType<typeof createAllowances>

export function createAllowances(
  { writesPerSafePerMinute, unsignedPerHour }: AccessConfig['rateLimits'],
  makeBuckets: MakeBuckets,
) {
  const safes = makeBuckets({ kind: 'safe', perMinute: writesPerSafePerMinute })
  const unsigned = makeBuckets({
    kind: 'unsigned',
    perMinute: unsignedPerHour / 60,
    minutes: 60,
  })
  return {
    /** Before anything is asked of the chain. */
    async assertWritable(place: Place): Promise<void> {
      assertNoWait(await safes.wait(toKey(place)))
    },
    /**
     * After something new was stored at the word of somebody who may: nobody
     * else can use the allowance up.
     */
    async countWrite(place: Place): Promise<void> {
      await safes.take(toKey(place))
    },
    /** The same for somebody who may turn out to need none of it. */
    async assertUnsigned({ network, factor }: Caller): Promise<void> {
      assertNoWait(await unsigned.wait(network, factor))
    },
    /** Before an unsigned proposal is looked at. */
    async takeUnsigned({ network, factor }: Caller): Promise<void> {
      assertNoWait(await unsigned.take(network, factor))
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
