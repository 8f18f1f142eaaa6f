import pg from 'pg'
import type { Logger } from 'pino'

/** The right to do something alone; lost with the connection that holds it. */
export type Leadership = {
  isHeld(): boolean
  release(): Promise<void>
}

/** What one process does: to index a chain, to keep all bridges or backups, to tell others. */
type Duty = { chainId: number } | 'bridges' | 'backups' | 'notices'

/**
 * Tries to become the one process with a duty. The lock lives in a session of
 * its own: a pooler that shares sessions would hand it to others.
 */
export async function tryToLead(parameters: {
  url: string
  duty: Duty
  log: Logger
}): Promise<Leadership | undefined> {
  const { url, duty, log } = parameters
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  })
  let held = false
  client.on('error', (error) => {
    if (held) log.warn({ duty, error }, 'This process no longer has a duty')
    held = false
  })
  client.on('end', () => {
    held = false
  })
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1::int8) as locked',
    [lockNumber(duty)],
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

/** One number per duty, out of the way of our other locks; chain ids outgrow int4. */
function lockNumber(duty: Duty): string {
  if (duty === 'bridges') return String(0x636f75n << 40n)
  if (duty === 'backups') return String(0x636f73n << 40n)
  if (duty === 'notices') return String(0x636f74n << 40n)
  return String((0x636f76n << 40n) + BigInt(duty.chainId))
}
