import { BaseError } from '@covault/protocol'
import pg from 'pg'
import { canMove, type Hosts, type WantedSession } from './hosts.js'

/** A connection to the server that is wanted, while it is that. */
export type WatchedConnection = {
  client: pg.Client
  /** The address of that server alone. */
  url: string
  /** When the last question was sent that it has answered. */
  provenAt(): number
  /** Asks now; what is not answered, or not as wanted, is lost. */
  check(): Promise<void>
  /** Settles with the question that is under way, if one is. */
  checked(): Promise<void> | undefined
  end(): Promise<void>
}

const pulseMs = 1_000
/** A server that is cut off says nothing: silence of this length is an end. */
const silenceMs = 3_000

/**
 * Connects to the server that is wanted. Where it may be another tomorrow, it
 * is asked every second whether it still is: `prove` may ask for more. A
 * database at one address is believed until its connection ends. One that was
 * taken because none that is preferred was there is left once there is one.
 */
export async function openWatched(parameters: {
  hosts: Hosts
  prove?: ((client: pg.Client) => Promise<unknown>) | undefined
  onLost(error: Error | undefined): void
  /** How often one that is preferred is looked for. */
  preferredMs?: number
}): Promise<WatchedConnection> {
  const { hosts, onLost, preferredMs = 30_000 } = parameters
  const { client, url, wanted } = await findHost(hosts)
  const isMoving = canMove(hosts)
  let provenAt = performance.now()
  let isLost = false
  let timer: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined

  const end = async () => {
    isLost = true
    clearTimeout(timer)
    clearInterval(looking)
    await client.end().catch(() => undefined)
  }
  const lose = (error?: Error) => {
    if (isLost) return
    void end()
    onLost(error)
  }
  const ask = async () => {
    const sentAt = performance.now()
    try {
      await within(silenceMs, async () => {
        if (!(await isWanted(client, wanted)))
          throw new OtherSessionError(wanted)
        await parameters.prove?.(client)
      })
      provenAt = sentAt
    } catch (error) {
      lose(error as Error)
    }
  }
  const check = () => {
    checking ??= ask().finally(() => {
      checking = undefined
    })
    return checking
  }
  const pulse = () => {
    timer = setTimeout(async () => {
      await check()
      if (!isLost) pulse()
    }, pulseMs)
    timer.unref()
  }

  const lookForPreferred = async () => {
    const found = await findFirst(hosts.urls, 'standby').catch(() => undefined)
    await found?.client.end()
    if (found) lose(new PreferredHostError())
  }

  client.on('error', lose)
  client.on('end', () => lose())
  if (isMoving) pulse()
  if (hosts.wanted === 'prefer-standby' && wanted === 'any') {
    looking = setInterval(() => void lookForPreferred(), preferredMs)
    looking.unref()
  }
  return {
    ...{ client, url, check, end },
    provenAt: () => provenAt,
    checked: () => checking,
  }
}

type Found = {
  client: pg.Client
  url: string
  /** What it was found to be, and has to stay. */
  wanted: WantedSession
}

async function findHost({ urls, wanted }: Hosts): Promise<Found> {
  if (wanted !== 'prefer-standby') return findFirst(urls, wanted)
  return findFirst(urls, 'standby').catch(() => findFirst(urls, 'any'))
}

/** All are asked at once: one that is silent must not keep the others waiting. */
async function findFirst(
  urls: readonly string[],
  wanted: WantedSession,
): Promise<Found> {
  let isFound = false
  const attempts = urls.map(async (url) => {
    const client = await connect(url)
    try {
      await within(silenceMs, async () => {
        const fits = wanted === 'any' || (await isWanted(client, wanted))
        if (!fits) throw new OtherSessionError(wanted)
      })
      if (isFound) throw new TakenError()
      isFound = true
      return { client, url, wanted }
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
  })
  const [only] = attempts
  if (only && attempts.length === 1 && wanted === 'any') return only
  return Promise.any(attempts).catch((cause: AggregateError) => {
    throw new NoHostError(wanted, { cause: cause.errors[0] })
  })
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Asked as libpq asks, so that a pooler in between hands it on. */
async function isWanted(
  client: pg.Client,
  wanted: WantedSession,
): Promise<boolean> {
  if (wanted === 'primary' || wanted === 'standby') {
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    return rows[0]?.standby === (wanted === 'standby')
  }
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  )
  if (wanted !== 'read-write' && wanted !== 'read-only') return true
  const isReadOnly = rows[0]?.transaction_read_only === 'on'
  return isReadOnly === (wanted === 'read-only')
}

async function within(ms: number, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentHostError()), ms)
    timer.unref()
  })
  await Promise.race([work(), late]).finally(() => clearTimeout(timer))
}

/** No server is the one that is wanted: a failover may be under way. */
export class NoHostError extends BaseError {
  override name = 'NoHostError'
  /** PostgreSQL's own for a connection that cannot be made. */
  code = '08001'
  constructor(wanted: WantedSession, options: { cause?: unknown } = {}) {
    super(
      `None of the database's servers accepts a connection of the kind ${wanted}.`,
      options,
    )
  }
}

class OtherSessionError extends BaseError {
  override name = 'OtherSessionError'
  constructor(wanted: WantedSession) {
    super(`This server of the database is not ${wanted}.`)
  }
}

class PreferredHostError extends BaseError {
  override name = 'PreferredHostError'
  constructor() {
    super('Another server of the database is a standby, which is preferred.')
  }
}

class TakenError extends BaseError {
  override name = 'TakenError'
  constructor() {
    super('Another server of the database was faster.')
  }
}

class SilentHostError extends BaseError {
  override name = 'SilentHostError'
  constructor() {
    super('The server of the database does not answer.')
  }
}
