import pg from 'pg'
import type { Logger } from 'pino'

/** The right to index a chain; lost with the connection that holds it. */
export type Leadership = {
  isHeld(): boolean
  release(): Promise<void>
}

/**
 * Tries to become the one indexer of a chain. The lock lives in a session of
 * its own: a pooler that shares sessions would hand it to others.
 */
export async function tryToLead(parameters: {
  url: string
  chainId: number
  log: Logger
}): Promise<Leadership | undefined> {
  const { url, chainId, log } = parameters
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  })
  let held = false
  client.on('error', (error) => {
    if (held)
      log.warn(
        { chainId, error },
        'This process no longer leads the indexing of a chain',
      )
    held = false
  })
  client.on('end', () => {
    held = false
  })
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1::int8) as locked',
    [lockNumber(chainId)],
  )
  held = rows[0]?.locked ?? false
  if (!held) {
    await client.end()
    return undefined
  }
  return {
    isHeld: () => held,
    async release() {
      held = false
      await client.end().catch(() => undefined)
    },
  }
}

/** One number per chain id, out of the way of our other locks; chain ids outgrow int4. */
function lockNumber(chainId: number): string {
  return String((0x636f76n << 40n) + BigInt(chainId))
}
