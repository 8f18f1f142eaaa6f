import type { SafeReference } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import { listExpected } from '../lib/expectedSafes.js'
import { findPage, paths } from '../lib/paths.js'
import { readSafeParameter } from '../lib/safeParameter.js'
import { appearance } from '../preferences/appearance.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { headQuery } from '../trust/head.js'
import { accountQuery } from '../wallet/account.js'
import { appConfigQuery } from './appConfig.js'
import { type Asked, type AskFirst, askAhead } from './askAhead.js'
import { listOverviewQueries } from './safes.js'

/** Milliseconds. Answers that are as good as there are worth so much. */
const longestWait = 30

/**
 * Takes over what the head script asked, so that the first draw has what is
 * there by then. What the page shows is asked for by its own queries, so that
 * nobody asks again.
 */
export async function takeEarly(
  queries: QueryClient,
  address: URL,
  loadAskFirst: Readonly<Record<string, () => Promise<{ askFirst: AskFirst }>>>,
): Promise<Asked[]> {
  const config = queries.getQueryData(appConfigQuery.queryKey)
  if (!config) return []
  const page = findPage(address.pathname)
  const safe = address.searchParams.get('safe') ?? undefined
  const named = readSafeParameter(safe, config.chains)
  const isNamed = named.status === 'named'
  const askHeads = (chains: typeof config.chains) => {
    for (const chain of chains) askAhead(queries, headQuery(chain))
  }
  const isAll = page === paths.accounts
  if (isAll) askHeads(config.chains)
  else if (isNamed) askHeads([named.chain])
  const chain = isNamed && named.chain
  const place = chain && { chainId: chain.chainId, address: named.address }
  const askOverviews = (safes: readonly SafeReference[]) =>
    listOverviewQueries(safes, {
      currency: appearance.read().currency,
      wallet: queries.getQueryData(accountQuery.queryKey),
    }).map((query) => askAhead(queries, query))
  const asked = [
    ...(isAll ? askOverviews(listExpected(config, knownSafes.read())) : []),
    ...(place ? askOverviews([place]) : []),
  ]
  if (!place) return asked
  // A flow stands in the page's place.
  if (address.searchParams.has('flow')) return asked
  const ask = await loadAskFirst[page]?.().catch(() => undefined)
  return [...asked, ...(ask?.askFirst(queries, place, chain) ?? [])]
}

/** When there is something of all that was asked, from an earlier visit perhaps. */
export async function waitForFirst(
  queries: QueryClient,
  asked: readonly Asked[],
): Promise<void> {
  const awaited = asked.filter(
    ({ queryKey }) => queries.getQueryData(queryKey) === undefined,
  )
  await Promise.race([
    Promise.all(awaited.map(({ answered }) => answered)),
    new Promise((resolve) => setTimeout(resolve, longestWait)),
  ])
}
