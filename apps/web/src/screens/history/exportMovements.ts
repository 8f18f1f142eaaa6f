import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import {
  type HistoryFilter,
  type Movement,
  readMovementPage,
} from '../../queries/movements.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { decimalsQuery } from '../../trust/contracts.js'
import {
  csvHead,
  type TableContext,
  toRows,
  writeCsv,
} from './movementTable.js'

export type ExportFormat = 'csv' | 'json'

/** Reads the filtered movements to their end, page by page, and writes them down. */
export async function exportMovements(
  cache: QueryClient,
  {
    chain,
    address,
    filter,
    format,
    nameOf,
    signal,
    onProgress,
  }: {
    chain: ChainConfig
    address: Address
    filter: HistoryFilter
    format: ExportFormat
    nameOf: TableContext['nameOf']
    signal: AbortSignal
    onProgress: (rows: number) => void
  },
): Promise<{ file: Blob; count: number }> {
  const place = { chainId: chain.chainId, address }
  const { nativeCurrency } = chain
  const decimals = new Map<Address, number>()
  const context = {
    decimalsOf: (token: Address) => decimals.get(token),
    nameOf,
    nativeCurrency,
  }
  const seen = new Set<string>()
  const paid = new Set<string>()
  // Each page becomes text at once: a long past is never held as objects.
  const parts: string[] = format === 'csv' ? [csvHead] : []
  let count = 0
  let url: string | null = ''
  while (url !== null) {
    const page: Awaited<ReturnType<typeof readMovementPage>> =
      await readMovementPage(place, filter, { url, signal })
    const fresh = page.results.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    await addDecimals(decimals, { cache, chain, movements: fresh })
    const rows = toRows(fresh, context, paid)
    if (format === 'csv') parts.push(writeCsv(rows))
    else parts.push(...rows.map((row) => JSON.stringify(row)))
    count += rows.length
    onProgress(count)
    signal.throwIfAborted()
    url = page.next
  }
  const type = format === 'csv' ? 'text/csv' : 'application/json'
  const text = format === 'csv' ? parts : [`[\n${parts.join(',\n')}\n]\n`]
  return { file: new Blob(text, { type }), count }
}

async function addDecimals(
  decimals: Map<Address, number>,
  {
    cache,
    chain,
    movements,
  }: {
    cache: QueryClient
    chain: ChainConfig
    movements: readonly Movement[]
  },
): Promise<void> {
  const tokens = new Set(
    movements.flatMap(({ transferInfo }) =>
      transferInfo.type === 'ERC20' && !decimals.has(transferInfo.tokenAddress)
        ? transferInfo.tokenAddress
        : [],
    ),
  )
  for (const token of tokens) {
    const answer = await cache.fetchQuery(decimalsQuery(chain, token))
    if (answer !== null) decimals.set(token, answer)
  }
}
