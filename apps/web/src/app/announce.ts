import {
  call,
  getTransactionHistory,
  getTransactionQueue,
  type LiveEvent,
} from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import { stringifySearch } from '../lib/searchText.js'
import { addressBook } from '../preferences/addressBook.js'
import { type News, noticeSettings } from '../preferences/notices.js'
import { isOpened } from '../preferences/openedSafes.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { gateway } from '../queries/gateway.js'
import { safeQuery } from '../trust/safe.js'
import { createFindName } from '../understand/safe/names.js'
import { describeReported } from '../understand/tell/reported.js'
import { accountQuery } from '../wallet/account.js'
import { writeNotification } from '../words/notices.js'
import { findNewsPage } from './findNewsPage.js'
import { keepNews } from './keepNews.js'
import { readChange, readHistoryNews, readQueueNews } from './readNews.js'

type Place = { chainId: number; safe: `0x${string}` }

/** Enough to hold whatever a single change can be about. */
const cursor = { limit: 20, offset: 0, after: null }

/**
 * Turns an event into news: what waits for this reader, what can run, what
 * ran. Only the tab that reads the stream does it; the others hear of it.
 */
export async function announce(
  queries: QueryClient,
  { name, chainId, safe, ref }: LiveEvent,
): Promise<void> {
  if (name !== 'queue' && name !== 'history' && name !== 'message') return
  if (chainId === null || safe === null) return
  const place = { chainId, safe }
  if (!isOpened({ chainId, address: safe })) return
  if (name === 'message') return note(queries, place, [{ about: 'message' }])
  await note(queries, place, await read(queries, place, { name, ref }))
}

async function read(
  queries: QueryClient,
  { chainId, safe }: Place,
  { name, ref }: { name: 'queue' | 'history'; ref: string | null },
) {
  const { chains } = await queries.ensureQueryData(appConfigQuery)
  const chain = chains.find((one) => one.chainId === chainId)
  if (!chain) return []
  const params = { chainId, safe_address: safe }
  const [account, reading, queue, history] = await Promise.all([
    findAccount(queries),
    queries.fetchQuery({ ...safeQuery(chain, safe), staleTime: 1000 }),
    call(gateway, getTransactionQueue, {
      params,
      query: { cursor },
    }),
    name === 'history'
      ? call(gateway, getTransactionHistory, {
          params,
          query: { trusted: true, imitation: false, cursor },
        })
      : undefined,
  ])
  const own = readQueueNews(queue.results, {
    changed: ref,
    account,
    safe: reading.status === 'safe' ? reading.safe : undefined,
  })
  const found = [
    ...(own.length > 0 ? own : readChange(queue.results, ref)),
    ...readHistoryNews(history?.results ?? [], { now: Date.now() }),
  ]
  const items = [...queue.results, ...(history?.results ?? [])]
  const findName = chooseNames(queries)
  return found.map((one) => {
    const item = items.find(
      (known) =>
        known.type === 'TRANSACTION' && known.transaction.id === one.id,
    )
    if (item?.type !== 'TRANSACTION') return one
    const told = describeReported(item.transaction, {
      nativeCurrency: chain.nativeCurrency,
      nameOf: (address) => findName({ chainId, address }),
    })
    return { ...one, told }
  })
}

/** The names that this reader gave, outside of any component. */
function chooseNames(queries: QueryClient) {
  const config = queries.getQueryData(appConfigQuery.queryKey)
  return createFindName({
    contacts: addressBook.read(),
    demoSafes: config?.demo?.safes ?? [],
  })
}

/** Milliseconds: after a reload the wallet comes later than the news. */
const patience = 10_000

/** Who reads, once that is known. */
function findAccount(queries: QueryClient): Promise<Address | null> {
  const read = () => queries.getQueryData(accountQuery.queryKey)
  return new Promise((resolve) => {
    const end = (account: Address | null) => {
      stop()
      clearTimeout(latest)
      resolve(account)
    }
    const look = () => {
      const account = read()
      if (account !== undefined) end(account)
    }
    const latest = setTimeout(() => end(null), patience)
    const stop = queries.getQueryCache().subscribe(look)
    look()
  })
}

async function note(
  queries: QueryClient,
  place: Place,
  found: readonly Pick<News, 'about' | 'id' | 'nonce' | 'told'>[],
): Promise<void> {
  for (const { name, news } of await keepNews(place, found))
    if (news.id !== undefined) showOnComputer(queries, name, news)
}

/** While somebody looks at the page, its own bell is enough. */
function showOnComputer(queries: QueryClient, tag: string, news: News): void {
  if (!noticeSettings.read().isOnComputer || document.hasFocus()) return
  if (!('Notification' in window) || Notification.permission !== 'granted')
    return
  const config = queries.getQueryData(appConfigQuery.queryKey)
  const { chainId, safe: address } = news
  const chain = config?.chains.find((one) => one.chainId === chainId)
  if (!chain) return
  const who =
    chooseNames(queries)({ chainId, address }) ??
    formatAddress(address, { digits: 4 })
  const title = `${who}, ${chain.name}`
  const shown = createNotification(title, writeNotification(news), tag)
  if (!shown) return
  shown.onclick = () => {
    const search = {
      ...toSafeSearch({ chain, address }),
      ...(news.id && { id: news.id }),
    }
    window.open(
      `${findNewsPage(news)}${stringifySearch(search)}`,
      '_blank',
      'noopener',
    )
    shown.close()
  }
}

/** Browsers of phones have the name and refuse to make one. */
function createNotification(
  title: string,
  body: string,
  tag: string,
): Notification | undefined {
  try {
    return new Notification(title, { body, tag })
  } catch {
    return undefined
  }
}
