import pg from 'pg'
import type { Logger } from 'pino'
import { outboxChannel } from './outbox.js'

/**
 * Calls back whenever something was committed to the outbox, and once after
 * every reconnection: what was missed meanwhile is in the table.
 */
export function listenToOutbox(parameters: {
  url: string
  log: Logger
  onChange: () => void
}): { stop(): Promise<void> } {
  const { url, log, onChange } = parameters
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    let lost = false
    const onLost = () => {
      if (lost || stopped) return
      lost = true
      timer = setTimeout(() => void connect(), 250)
    }
    next.on('error', (error) => {
      log.warn({ error }, 'The connection for live changes was lost')
      onLost()
    })
    next.on('end', onLost)
    next.on('notification', onChange)
    try {
      await next.connect()
      await next.query(`listen ${outboxChannel}`)
      client = next
      onChange()
    } catch {
      onLost()
    }
  }
  void connect()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
