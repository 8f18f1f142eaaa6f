import { QueryClient } from '@tanstack/react-query'
import { getAddress, zeroAddress } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { parseCsv } from '../../lib/csv.js'
import { addressBook } from '../../preferences/addressBook.js'
import type { HistoryFilter } from '../../queries/movements.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { createExport, type ExportJob, runExport } from './exportMovements.js'

const safe = getAddress(`0x${'51'.repeat(20)}`)
const chain = {
  chainId: 31337,
  nativeCurrency: { symbol: 'ETH', decimals: 18 },
} as ChainConfig

afterEach(() => vi.unstubAllGlobals())

/** A gateway of a few pages; some attempts find nobody. */
function serve({
  pages,
  away = [],
  isStuck = false,
}: {
  pages: number
  away?: readonly number[]
  isStuck?: boolean
}): () => number {
  let asked = 0
  vi.stubGlobal('fetch', async (input: Request | URL | string) => {
    const url = new URL(
      input instanceof Request ? input.url : String(input),
      location.href,
    )
    asked++
    if (away.includes(asked)) return new Response('', { status: 404 })
    // What executions cost is a list of its own, of one page.
    if (url.searchParams.get('list') === 'fees')
      return Response.json({
        ...{ count: null, next: null, previous: null },
        results: [pay(0), pay(1), pay(2)],
      })
    const at = Number(url.searchParams.get('at') ?? 0)
    const next = isStuck ? 0 : at + 1
    return Response.json({
      count: null,
      next: next < pages ? `${url.origin}/next?at=${next}` : null,
      previous: null,
      results: [0, 1].map((one) => move(at * 2 + one)),
    })
  })
  return () => asked
}

function run(
  job: ExportJob,
  filter: HistoryFilter = { kind: 'all' },
): Promise<Blob> {
  return runExport(new QueryClient(), job, {
    chain,
    address: safe,
    filter,
    nameOf: () => undefined,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
}

async function readIds(file: Blob): Promise<string[]> {
  const text = await read(file)
  const [head, ...rows] = parseCsv(text)
  return rows.map((row) => row[head?.indexOf('id') ?? 0] ?? '')
}

function read(file: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })
}

test('an export that failed goes on where it stopped', async () => {
  serve({ pages: 4 })
  const whole = await readIds(await run(createExport('csv')))
  expect(whole.filter((id) => id.startsWith('transfer'))).toHaveLength(8)
  // Also what moved nothing cost something: fees are rows of their own.
  expect(whole.filter((id) => id.startsWith('fee'))).toHaveLength(3)
  const asked = serve({ pages: 4, away: [3] })
  const job = createExport('csv')
  await expect(run(job)).rejects.toThrow()
  expect(job.movements).toBe(4)
  expect(await readIds(await run(job))).toEqual(whole)
  // Nothing that was there is asked for again.
  expect(asked()).toBe(6)
})

test('JSON is one list, and a gateway that repeats itself ends it', async () => {
  serve({ pages: 3 })
  const list = JSON.parse(await read(await run(createExport('json'))))
  expect(
    list.filter(({ kind }: { kind: string }) => kind !== 'fee'),
  ).toHaveLength(6)
  const asked = serve({ pages: 3, isStuck: true })
  const stuck = createExport('json')
  await run(stuck)
  expect(stuck.movements).toBe(2 + 3)
  expect(asked()).toBe(3)
})

test('a filter without fees leaves them out', async () => {
  serve({ pages: 1 })
  const ids = await readIds(
    await run(createExport('csv'), { kind: 'all', withoutFees: true }),
  )
  expect(ids).toEqual(['transfer_0', 'transfer_1'])
})

test('a name that 120 contacts share is asked for in parts, and a fee is written once', async () => {
  addressBook.write(
    Array.from({ length: 120 }, (_, at) => ({
      chainId: chain.chainId,
      address: getAddress(`0x${String(at + 1).padStart(40, '0')}`),
      name: `Employee ${at}`,
    })),
  )
  const parties: string[] = []
  serve({ pages: 1 })
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (input: Request) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (!url.searchParams.has('list'))
      parties.push(...(url.searchParams.get('counterparty') ?? '').split(','))
    return answer(input)
  })
  const ids = await readIds(
    await run(createExport('csv'), { kind: 'all', party: 'employee' }),
  )
  expect(new Set(parties).size).toBe(120)
  expect(ids.filter((id) => id.startsWith('fee'))).toHaveLength(3)
  addressBook.write([])
})

function pay(index: number) {
  const { txHash } = move(index * 3)
  return { ...move(index), id: `fee_${txHash}`, txHash, cause: 'FEE' }
}

/** Every third one begins another transaction. */
function move(index: number) {
  const info = { value: zeroAddress, name: null, logoUri: null }
  return {
    id: `transfer_${index}`,
    txHash: `0x${String(Math.floor(index / 3)).padStart(64, '0')}`,
    blockNumber: 12,
    timestamp: 1_763_000_000_000,
    sender: info,
    recipient: info,
    direction: 'OUTGOING',
    transferInfo: { type: 'NATIVE_COIN', value: '1' },
    cause: 'EXECUTION',
    transactionId: 'multisig_1',
    nonce: 1,
    note: null,
    module: null,
    callPath: null,
    fee: {
      payer: info,
      gasUsed: '1',
      gasPrice: '1',
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
      total: '1',
    },
    price: null,
    feePrice: null,
    signers: [],
  }
}
