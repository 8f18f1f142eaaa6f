import { BaseError } from '@covault/protocol'

/**
 * Lets so many pass at a time and has so many wait. What an app asks others
 * through us must not take the connections that the page itself needs.
 */
export function createTurnstile({
  atOnce,
  waiting,
}: {
  atOnce: number
  waiting: number
}) {
  let free = atOnce
  const line: (() => void)[] = []
  return async function pass<Result>(
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (free > 0) free -= 1
    else if (line.length >= waiting) throw new CrowdedError({ waiting })
    // Anyone who leaves hands their place on.
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else free += 1
    }
  }
}

export class CrowdedError extends BaseError {
  constructor({ waiting }: { waiting: number }) {
    super(
      `Too many requests at the same time: ${waiting} from this app are already waiting.`,
    )
  }
}
