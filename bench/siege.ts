import { assertKnown, type Force, startAttackers } from './siege/attackers.js'
import { createHonestOwner, type HonestOwner } from './siege/honestOwner.js'
import { type Field, openField } from './siege/openField.js'
import { type Phase, report } from './siege/report.js'
import { watchGateway } from './siege/watchGateway.js'

/**
 * Strangers ask a gateway for everything that costs it something, as often as
 * its limits let them, while one owner works: what the owner notices of it.
 * `--minutes 10` takes longer, `--only nonces` attacks with some kinds alone.
 */
export async function run(options: {
  quick: boolean
  minutes: number | undefined
  only: string[]
}): Promise<object> {
  const { quick, minutes, only } = options
  const quietSeconds = quick ? 10 : 30
  const seconds = 60 * (minutes ?? (quick ? 1 / 3 : 3))
  if (!(seconds > 0 && seconds <= 3_600))
    throw new TypeError('--minutes must be a number above 0, at most 60.')
  assertKnown(only)
  const field = await openField()
  try {
    const owner = await createHonestOwner(field)
    // Whoever just started still compiles.
    await owner.work(quick ? 5 : 15)
    const quiet = await measure(field, { owner, seconds: quietSeconds })
    const force: Force = {
      ...{ connections: 50, perSecond: 100, only },
      seconds: seconds + 120,
    }
    const attackers = startAttackers(field.target, force)
    const siege = await measure(field, { owner, seconds }).finally(
      attackers.stop,
    )
    const outcomes = await attackers.outcomes
    return report({ quiet, siege, outcomes })
  } finally {
    await field.stop()
  }
}

async function measure(
  { devnet, store, gateway: { pid } }: Field,
  { owner, seconds }: { owner: HonestOwner; seconds: number },
): Promise<Phase> {
  const timings = owner.client.timings.length
  const history = owner.behindSeconds.length
  const began = performance.now()
  const watching = watchGateway({ pid, devnet, store })
  await owner.work(seconds)
  return {
    seconds: (performance.now() - began) / 1000,
    timings: owner.client.timings.slice(timings),
    historySeconds: owner.behindSeconds.slice(history),
    watched: await watching.stop(),
  }
}
