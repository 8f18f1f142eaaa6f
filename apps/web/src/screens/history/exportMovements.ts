import type { Page } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { findLabel, movementLabels } from '../../preferences/movementLabels.js'
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

/** What is written so far; one that failed goes on where it stopped. */
export type ExportJob = {
  format: ExportFormat
  /** Each page as the browser keeps files: a long past is never held as text. */
  parts: Blob[]
  /** Rows and movements in them. */
  rows: number
  movements: number
  /** Fees come after what moved. */
  list: 'movements' | 'fees'
  /** Where the next page is; null at the end. */
  next: string | null
  /** Of the page before, which the next one must go beyond. */
  lastIds: ReadonlySet<string>
  /** A transaction that two parts of a question find costs once. */
  feeIds: Set<string>
}

export function createExport(format: ExportFormat): ExportJob {
  return {
    format,
    parts: format === 'csv' ? [new Blob([csvHead])] : [],
    rows: 0,
    movements: 0,
    list: 'movements',
    next: '',
    lastIds: new Set(),
    feeIds: new Set(),
  }
}

/** Reads the filtered movements to their end, page by page, and writes them down. */
export async function runExport(
  cache: QueryClient,
  job: ExportJob,
  {
    chain,
    address,
    filter,
    nameOf,
    signal,
    onProgress,
  }: {
    chain: ChainConfig
    address: Address
    filter: HistoryFilter
    nameOf: TableContext['nameOf']
    signal: AbortSignal
    onProgress: () => void
  },
): Promise<Blob> {
  const { chainId, nativeCurrency } = chain
  const decimals = new Map<Address, number>()
  const labels = movementLabels.read()
  const context = {
    decimalsOf: (token: Address) => decimals.get(token),
    nameOf,
    nativeCurrency,
    labelOf: (id: string) => findLabel(labels, { chainId, id }),
  }
  await readList()
  if (job.list === 'movements' && !filter.withoutFees) {
    Object.assign(job, { list: 'fees', next: '', lastIds: new Set() })
    await readList()
  }
  return job.format === 'csv'
    ? new Blob(job.parts, { type: 'text/csv' })
    : new Blob(['[\n', ...job.parts, '\n]\n'], { type: 'application/json' })

  async function readList(): Promise<void> {
    let ahead = readPage()
    while (job.next !== null) {
      const { results, next } = await ahead
      const isStuck = results.every(({ id }) => job.lastIds.has(id))
      // A gateway that tells the same again and again has come to its end.
      const nextUrl = isStuck && results.length > 0 ? null : next
      // The gateway reads the next page while this one is written.
      ahead = readPage(nextUrl)
      ahead.catch(() => {})
      const fresh = results.filter(
        ({ id }) => !job.lastIds.has(id) && !job.feeIds.has(id),
      )
      await addDecimals(decimals, { cache, chain, movements: fresh })
      signal.throwIfAborted()
      addRows(job, toRows(fresh, context))
      job.movements += fresh.length
      // Another part of the question may find the same again.
      const goesOn = next?.includes(' ')
      job.lastIds = new Set(goesOn ? results.map(({ id }) => id) : [])
      if (job.list === 'fees') for (const { id } of fresh) job.feeIds.add(id)
      job.next = nextUrl
      onProgress()
    }
  }

  async function readPage(url = job.next): Promise<Page<Movement>> {
    if (url === null)
      return { count: null, next: null, previous: null, results: [] }
    return readMovementPage({ chainId, address }, filter, {
      ...{ url, signal, isWhole: true },
      list: job.list === 'fees' ? job.list : undefined,
    })
  }
}

function addRows(job: ExportJob, rows: ReturnType<typeof toRows>): void {
  if (rows.length === 0) return
  const text =
    job.format === 'csv'
      ? writeCsv(rows)
      : (job.rows > 0 ? ',\n' : '') +
        rows.map((row) => JSON.stringify(row)).join(',\n')
  job.parts.push(new Blob([text]))
  job.rows += rows.length
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
