import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Config } from 'wagmi'
import { disconnect, getAccount, watchAccount } from 'wagmi/actions'
import { offerProvider, type Provider } from '../trust/endpoint.js'
import { showToast } from '../ui/toasts.js'
import { accountQuery } from './account.js'
import {
  type Connection,
  type ConnectionEvent,
  compareConnections,
  connectionQuery,
  isReconnecting,
} from './connection.js'
import { readWalletError } from './readWalletError.js'
import { connectHost, reconnectRecent } from './walletConfig.js'

/** Reconnects on load and tells the pages whatever happens from then on. */
export function useConnection(config: Config): void {
  const queries = useQueryClient()
  useEffect(() => {
    let last = readConnection(config)
    const tabs = joinTabs(config)
    const stop = watchAccount(config, {
      onChange: () => {
        const next = readConnection(config)
        const event = announce({ queries, before: last, after: next })
        if (event) tabs.tell(event)
        void offerReads(config)
        last = next
      },
    })
    void connectAtOnce(config).then(() =>
      publish(queries, readConnection(config)),
    )
    return () => {
      stop()
      tabs.leave()
      offerProvider(undefined)
    }
  }, [config, queries])
}

/** A host that does not answer is said to be silent; another wallet may help. */
async function connectAtOnce(config: Config): Promise<void> {
  if (window.parent === window) return reconnectRecent(config)
  try {
    await connectHost(config)
  } catch (error) {
    showToast({ kind: 'error', text: readWalletError(error).message })
  }
}

/**
 * One wallet for all tabs: what somebody does with it in one counts in the
 * others. wagmi's stored state is no witness, every tab that opens empties it.
 */
function joinTabs(config: Config): {
  tell: (event: ConnectionEvent) => void
  leave: () => void
} {
  const channel = new BroadcastChannel('covault.wallet')
  channel.onmessage = ({ data }: MessageEvent<ConnectionEvent['type']>) => {
    const { status } = config.state
    if (data === 'disconnect' && status === 'connected') void disconnect(config)
    if (data === 'connect' && status === 'disconnected')
      void reconnectRecent(config)
  }
  return {
    tell: ({ type }) => channel.postMessage(type),
    leave: () => channel.close(),
  }
}

function readConnection(config: Config): Connection {
  const { status, address, chainId, connector } = getAccount(config)
  return {
    status,
    account: address ?? null,
    chainId: chainId ?? null,
    walletName: connector?.name ?? null,
  }
}

/**
 * The wallet's own node is read before the ones that others name. Only that of
 * an extension: demo accounts and relays read through the same nodes as we do.
 */
async function offerReads(config: Config): Promise<void> {
  const { chainId, connector, status } = getAccount(config)
  // Until it is known again, what was known does not count.
  offerProvider(undefined)
  if (status !== 'connected' || connector.type !== 'injected') return
  if (connector.id === 'demo') return
  // A wallet that was switched off since has none.
  const provider = (await connector.getProvider().catch(() => undefined)) as
    | Provider
    | undefined
  const now = getAccount(config)
  if (provider && now.chainId === chainId && now.connector === connector)
    offerProvider({ chainId, provider })
}

function announce({
  queries,
  before,
  after,
}: {
  queries: QueryClient
  before: Connection
  after: Connection
}): ConnectionEvent | undefined {
  publish(queries, after)
  const event = compareConnections(before, after)
  if (event?.type === 'disconnect')
    showToast({
      kind: 'done',
      text: `${before.walletName ?? 'The wallet'} disconnected.`,
    })
  return event
}

function publish(queries: QueryClient, connection: Connection): void {
  queries.setQueryData(connectionQuery.queryKey, connection)
  if (isReconnecting(connection)) return
  queries.setQueryData(accountQuery.queryKey, connection.account)
}
