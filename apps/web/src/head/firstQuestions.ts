import type { SafeReference } from '@covault/api'
import {
  listExpected,
  splitByCall,
  splitByChain,
} from '../lib/expectedSafes.js'
import { findPage, paths } from '../lib/paths.js'

/** As much of the configuration as the first questions depend on. */
export type ServedChains = {
  chains: readonly { chainId: number; shortName: string; rpcUrl: string }[]
  demo?: { safes: readonly SafeReference[] } | null
}

export type Question = { url: string; body?: string }

export type Reader = {
  /** The address of the page. */
  page: URL
  /** The release's nodes, by chain: they come before the gateway's. */
  nodes: Readonly<Record<number, string>>
  /** Files alone: behind them is no gateway. */
  isFromFolder: boolean
  /** What this browser remembers, by name; null: nothing. */
  readStored(name: string): string | null
}

/** Where somebody will be who comes by this address: some lead on to a page. */
export function readPage(address: string): URL {
  const page = new URL(address)
  page.pathname = findPage(page.pathname)
  return page
}

/** The chain's newest block, as `trust/head.ts` asks for it. */
const headBody = JSON.stringify([
  { jsonrpc: '2.0', id: 0, method: 'eth_chainId' },
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  },
])

/**
 * What the page will ask first, letter for letter: the app takes an answer only
 * for a question that it would have asked of the same server itself.
 */
export function listFirstQuestions(
  config: ServedChains,
  reader: Reader,
): Question[] {
  const chosen = readChosen(reader)
  const served = reader.isFromFolder ? undefined : reader.page.origin
  const gatewayUrl = chosen.gatewayUrl ?? served
  const askNode = (chain: ServedChains['chains'][number]): Question => ({
    url:
      chosen.rpcUrls.find((one) => one.chainId === chain.chainId)?.url ??
      reader.nodes[chain.chainId] ??
      toAbsolute(chain.rpcUrl, gatewayUrl),
    body: headBody,
  })
  const place = findPlace(config, reader.page)
  // Safes of every chain are listed there; everywhere else one is shown.
  const isAll = reader.page.pathname === paths.accounts
  const heads = config.chains.filter((one) => isAll || one === place?.chain)
  const base = gatewayUrl?.replace(/\/+$/, '')
  const calls = [
    ...(isAll ? listExpectedCalls(config, reader) : []),
    ...(place ? listCalls(place, reader) : []),
  ]
  return [
    ...heads.map(askNode),
    ...(base === undefined ? [] : calls).map((path) => ({
      url: `${base}${path}`,
    })),
  ].filter(isRequest)
}

/** As `queries/appConfig.ts` reads it: a gateway names its own `/rpc`. */
function toAbsolute(rpcUrl: string, gatewayUrl: string | undefined): string {
  return URL.canParse(rpcUrl, gatewayUrl)
    ? new URL(rpcUrl, gatewayUrl).href
    : rpcUrl
}

/** A websocket is opened by the app, which keeps it. */
function isRequest({ url }: Question): boolean {
  return url.startsWith('http')
}

type Place = { chain: ServedChains['chains'][number]; address: string }

function findPlace({ chains }: ServedChains, page: URL): Place | undefined {
  const [shortName, address = ''] = (page.searchParams.get('safe') ?? '').split(
    ':',
  )
  // Another spelling than the checksum's would be asked for in vain.
  if (!/^0x(?=.*[a-f])(?=.*[A-F])[0-9a-fA-F]{40}$/.test(address)) return
  const chain = chains.find((one) => one.shortName === shortName)
  return chain && { chain, address }
}

/** The safes of the first page that it names before a chain has. */
function listExpectedCalls(config: ServedChains, reader: Reader): string[] {
  const stored: unknown = readJson(reader.readStored('knownSafes'))
  const known = Array.isArray(stored) ? (stored as SafeReference[]) : []
  return splitByChain(listExpected(config, known))
    .flatMap((safes) => splitByCall(safes))
    .map((safes) => writeOverviews(safes, reader))
}

function writeOverviews(
  safes: readonly { chainId: number; address: string }[],
  reader: Reader,
): string {
  const names = safes.map(({ chainId, address }) => `${chainId}:${address}`)
  return `/v2/safes?safes=${encodeURIComponent(names.join())}&currency=${readCurrency(reader)}&trusted=true&exclude_spam=true`
}

function listCalls({ chain, address }: Place, reader: Reader): string[] {
  const currency = readCurrency(reader)
  const safe = `/v1/chains/${chain.chainId}/safes/${address}`
  const first = 'cursor=limit%3D50%26offset%3D0'
  const overview = writeOverviews([{ ...chain, address }], reader)
  const queue = `${safe}/transactions/queued?${first}`
  const trusted = readTrustedOnly(reader)
  const balances = `${safe}/balances/${currency}?trusted=${trusted}&exclude_spam=${trusted}`
  const history = `${safe}/transactions/history?trusted=true&imitation=false&${first}`
  const lists: Record<string, string[]> = {
    [paths.home]: [queue, balances, history],
    [paths.balances]: [balances],
    [paths.queue]: [queue],
  }
  // A flow stands in the page's place.
  if (reader.page.searchParams.has('flow')) return [overview]
  return [overview, ...(lists[reader.page.pathname] ?? [])]
}

function readCurrency({ readStored }: Reader): string {
  const { currency } = readRecord(readStored('appearance'))
  return typeof currency === 'string' && /^[a-z]{3,5}$/.test(currency)
    ? currency
    : 'usd'
}

function readTrustedOnly({ readStored }: Reader): boolean {
  const { trustedOnly } = readRecord(readStored('tokens'))
  return trustedOnly !== false
}

/** Servers of the reader's own; what cannot be read, the app does not use. */
function readChosen({ readStored }: Reader) {
  const { gatewayUrl, rpcUrls } = readRecord(readStored('environment'))
  return {
    gatewayUrl: typeof gatewayUrl === 'string' ? gatewayUrl : undefined,
    rpcUrls: Array.isArray(rpcUrls)
      ? (rpcUrls as { chainId: unknown; url: string }[])
      : [],
  }
}

function readRecord(text: string | null): Record<string, unknown> {
  const value = readJson(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
