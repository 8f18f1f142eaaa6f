import { call, type Moved, moveIn, type SafeReference } from '@covault/api'
import { gatewayItself } from './gateway.js'

/** One request reads a part; more of them than this are no queue. */
const mostParts = 100
const patience = 60_000

/** Asks until all is read, and adds up what came of it. */
export async function moveSafeIn(
  { chainId, address }: SafeReference,
  body: { from: string; token?: string },
): Promise<Moved> {
  const ask = () =>
    call(gatewayItself, moveIn, {
      params: { chainId, address },
      body,
      retryLimit: 0,
      timeout: patience,
    })
  let part = await ask()
  let moved = part
  for (let count = 1; goesOn(part) && count < mostParts; count++) {
    part = await ask()
    moved = addMoved(moved, part)
  }
  return moved
}

/** A service that goes on with nothing but what is refused may never end. */
function goesOn({ more, counts }: Moved): boolean {
  return more && counts.some(({ taken, known }) => taken + known > 0)
}

export function addMoved(before: Moved, next: Moved): Moved {
  return {
    ...next,
    counts: next.counts.map((count) => {
      const earlier = before.counts.find(({ kind }) => kind === count.kind)
      if (!earlier) return count
      return {
        kind: count.kind,
        taken: earlier.taken + count.taken,
        known: earlier.known + count.known,
        refused: earlier.refused + count.refused,
        left: earlier.left + count.left,
      }
    }),
    refused: [...new Set([...before.refused, ...next.refused])],
    left: [...new Set([...before.left, ...next.left])],
  }
}
