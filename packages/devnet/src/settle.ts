import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'
import type { DevnetClient } from './devnetClient.js'

const patienceMs = 10_000

/**
 * Waits until a chain that mines by itself has mined what it was sent. anvil
 * accepts a transaction before its block exists; rewinding the chain in that
 * gap leaves block numbers without a block.
 */
export async function settle(client: DevnetClient): Promise<void> {
  if (!(await client.getAutomine())) return
  const giveUpAt = Date.now() + patienceMs
  while ((await client.getTxpoolStatus()).pending > 0) {
    if (Date.now() > giveUpAt) throw new TransactionsStuckError()
    await delay(5)
  }
}

export class TransactionsStuckError extends BaseError {
  override name = 'TransactionsStuckError'

  constructor() {
    super(
      `The local chain still has transactions waiting after ${patienceMs / 1000} seconds.`,
    )
  }
}
