import type { Logger } from 'pino'
import { readWriterHosts } from './hosts.js'
import { outboxChannel } from './outbox.js'
import { openWatched, type WatchedConnection } from './watchedConnection.js'

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
  let connection: WatchedConnection | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const again = () => {
    if (!stopped) timer = setTimeout(() => void connect(), 250)
  }
  const connect = async () => {
    let isListening = false
    try {
      const next = await openWatched({
        hosts: readWriterHosts(url),
        onLost(error) {
          log.warn({ error }, 'The connection for live changes was lost')
          if (isListening) again()
        },
      })
      connection = next
      next.client.on('notification', onChange)
      await next.client.query(`listen ${outboxChannel}`)
      isListening = true
      if (stopped) await next.end()
      else onChange()
    } catch {
      await connection?.end()
      again()
    }
  }
  void connect()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await connection?.end()
    },
  }
}
