import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** What is asked as often as this is read once by each connection. */
const often = 20
/** A server keeps every one for every connection. */
const mostPlans = 100
/** Lists of any length make statements of any length. */
const mostTexts = 2_000

type Client = Awaited<ReturnType<PostgresPool['connect']>>

/** The same pool, whose frequent statements are prepared. */
export function prepareOften(pool: pg.Pool): PostgresPool {
  const statements = createStatements()
  const wrapped = new WeakMap<pg.PoolClient, Client>()

  const wrap = (client: pg.PoolClient): Client => {
    const query = (text: string, values: unknown[]) => {
      const name = values.length > 0 ? statements.findName(text) : undefined
      if (name === undefined) return client.query(text, values)
      return client.query({ text, values, name }).catch((error: unknown) => {
        if (isOutdated(error)) statements.retire(text)
        else if (isElsewhere(error)) statements.retireAll()
        else throw error
        return client.query(text, values)
      })
    }
    // Nobody reads through a cursor here.
    return { query, release: () => client.release() } as unknown as Client
  }

  return {
    async connect() {
      const client = await pool.connect()
      if (!wrapped.has(client))
        try {
          // How much a safe has decides the plan: one for all would scan.
          await client.query('set plan_cache_mode = force_custom_plan')
        } catch (error) {
          // Kept, it would count among the connections for ever.
          client.release(true)
          throw error
        }
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

/** Counts statements, and names those that are frequent. */
function createStatements() {
  const counts = new Map<string, number>()
  const names = new Map<string, string | undefined>()
  let isRetired = false
  return {
    findName(text: string): string | undefined {
      if (isRetired) return undefined
      if (names.has(text) || names.size >= mostPlans) return names.get(text)
      const count = (counts.get(text) ?? 0) + 1
      if (counts.size >= mostTexts) counts.clear()
      counts.set(text, count)
      if (count < often) return undefined
      counts.delete(text)
      const name = `often_${names.size}`
      names.set(text, name)
      return name
    },
    retire(text: string) {
      names.set(text, undefined)
    },
    retireAll() {
      isRetired = true
    },
  }
}

/** The tables have changed since: a newer release runs beside this one. */
function isOutdated(error: unknown): boolean {
  const { code, routine } = Object(error) as Record<string, unknown>
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** A pooler has handed the statement to a connection that does not know it. */
function isElsewhere(error: unknown): boolean {
  const { code } = Object(error) as Record<string, unknown>
  return code === '26000' || code === '42P05'
}
