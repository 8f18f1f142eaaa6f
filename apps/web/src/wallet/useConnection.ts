import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Config } from 'wagmi'
import { disconnect, getAccount, watchAccount } from 'wagmi/actions'
import * as z from 'zod/mini'
import { offerProvider, type Provider } from '../trust/endpoint.js'
import { showToast } from '../ui/toasts.js'
import { accountQuery } from './account.js'
import {
  type Connection,
  compareConnections,
  connectionQuery,
} from './connection.js'
import { reconnectRecent } from './walletConfig.js'

/** Reconnects on load and tells the pages whatever happens from then on. */
export function useConnection(config: Config): void {
  const queries = useQueryClient()
  useEffect(() => {
    let last = readConnection(config)
    const stop = watchAccount(config, {
      onChange: () => {
        const next = readConnection(config)
        announce({ queries, before: last, after: next })
        void offerReads(config)
        last = next
      },
    })
    const stopFollowing = followOtherTabs(config)
    void reconnectRecent(config).then(() =>
      publish(queries, readConnection(config)),
    )
    return () => {
      stop()
      stopFollowing()
      offerProvider(undefined)
    }
  }, [config, queries])
}

const storedCurrent = z.object({
  state: z.object({ current: z.nullable(z.string()) }),
})

/** One wallet for all tabs: what another one did with it counts here too. */
function followOtherTabs(config: Config): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== `${config.storage?.key}.store`) return
    void followStore(config)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

async function followStore(config: Config): Promise<void> {
  const store: unknown = await config.storage?.getItem('store')
  const read = z.safeParse(storedCurrent, store)
  if (!read.success) return
  const isConnected = read.data.state.current !== null
  const { status } = config.state
  if (!isConnected && status === 'connected') await disconnect(config)
  if (isConnected && status === 'disconnected') await reconnectRecent(config)
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
  // Until it is known anew, what was known does not count.
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
}): void {
  publish(queries, after)
  if (compareConnections(before, after)?.type === 'disconnect')
    showToast({
      kind: 'done',
      text: `${before.walletName ?? 'The wallet'} is disconnected.`,
    })
}

function publish(queries: QueryClient, connection: Connection): void {
  queries.setQueryData(connectionQuery.queryKey, connection)
  queries.setQueryData(accountQuery.queryKey, connection.account)
}
