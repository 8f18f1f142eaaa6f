import {
  exportServiceTransfers,
  getServiceTransfer,
  listServiceIncoming,
  listServiceTransfers,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import type { Address } from 'viem'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { openBook } from '../routes/openBook.js'
import { readPlaceKey, writePlaceKey } from '../routes/pageKeys.js'
import { listExecutionsIn } from '../store/executions.js'
import {
  countTransfers,
  findTransfer,
  listTransfers,
  type TransferListFilter,
} from '../store/transferList.js'
import type { StoredTransfer } from '../store/transferReads.js'
import type { ChainBook } from '../wire/chainBook.js'
import { highest, lowest } from './bounds.js'
import {
  mostCounted,
  type Place,
  readPlace,
  type ServicePage,
  toPage,
} from './paging.js'
import { type ServiceInput, serve, serveShared } from './serve.js'
import { toExported } from './wire/exported.js'
import { readPlaceId } from './wire/ids.js'
import { toTransfer } from './wire/transfer.js'

export function transferRoutes(scope: FastifyInstance, context: Context): void {
  serveShared(scope, context, listServiceTransfers, (asked) =>
    readTransferPage(context, asked, toFilter(asked.query)),
  )
  serveShared(scope, context, listServiceIncoming, (asked) =>
    readTransferPage(context, asked, {
      ...toFilter(asked.query),
      direction: 'in',
    }),
  )

  serve(scope, context, getServiceTransfer, async ({ chainId, params }) => {
    const { transferId } = params
    const place = readPlaceId(transferId, { letters: 'ei', name: 'transferId' })
    const found = await findTransfer(context.store, { chainId, ...place })
    if (!found) throw new NotFoundFailure()
    return toTransfer(await openTokens(context, chainId, [found]), found)
  })

  serve(scope, context, exportServiceTransfers, async (asked) => {
    const { chainId, params, query, url } = asked
    const { address: safe } = params
    const place = readPlace(query, exportServiceTransfers.paging)
    const filter = {
      executedFrom: query.execution_date__gte,
      executedTo: query.execution_date__lte,
    }
    const page = await readRows(context, {
      chainId,
      safe,
      filter,
      place,
      url,
    })
    const [book, executions] = await Promise.all([
      openTokens(context, chainId, page.results),
      listExecutionsIn(context.store, { chainId, safe, places: page.results }),
    ])
    return {
      ...page,
      results: page.results.map((transfer) =>
        toExported(book, transfer, executions.get(transfer.txHash)),
      ),
    }
  })
}

type TransferInput = Omit<ServiceInput<typeof listServiceTransfers>, 'body'>

async function readTransferPage(
  context: Context,
  asked: TransferInput,
  filter: TransferListFilter,
) {
  const { chainId, params, query, url } = asked
  const { address: safe } = params
  const place = readPlace(query, listServiceTransfers.paging)
  const page = await readRows(context, {
    chainId,
    safe,
    filter,
    place,
    url,
  })
  const book = await openTokens(context, chainId, page.results)
  return {
    ...page,
    results: page.results.map((transfer) => toTransfer(book, transfer)),
  }
}

async function readRows(
  context: Context,
  parameters: {
    chainId: number
    safe: Address
    filter: TransferListFilter
    place: Place
    url: string
  },
): Promise<ServicePage<StoredTransfer>> {
  const { store } = context
  const { place, url, ...wanted } = parameters
  await readSafeState(context, wanted)
  const after = readPlaceKey(place.after)
  const [found, count] = await Promise.all([
    listTransfers(store, {
      ...wanted,
      limit: place.limit + 1,
      offset: after ? 0 : place.offset,
      after,
    }),
    countTransfers(store, { ...wanted, most: mostCounted }),
  ])
  const results = found.slice(0, place.limit)
  const end = results.at(-1)
  const last =
    end && found.length > results.length ? writePlaceKey(end) : undefined
  return toPage(url, place, { count, last, results })
}

function openTokens(
  context: Context,
  chainId: number,
  transfers: readonly StoredTransfer[],
): Promise<ChainBook> {
  const addresses = transfers.flatMap(({ token }) => token ?? [])
  return openBook(context, { chainId, addresses })
}

const second = 1_000

/** Blocks have whole seconds: beyond one is from the next on. */
function toFilter(query: TransferInput['query']): TransferListFilter {
  return {
    from: query._from,
    to: query.to,
    token: query.token_address,
    txHash: query.transaction_hash,
    kinds: toKinds(query),
    leastAmount: highest(query.value, next(query.value__gt, 1n)),
    mostAmount: lowest(query.value, next(query.value__lt, -1n)),
    ...toBlocks(query),
    executedFrom: highest(
      query.execution_date__gte,
      shift(query.execution_date__gt, second),
    ),
    executedTo: lowest(
      query.execution_date__lte,
      shift(query.execution_date__lt, -second),
    ),
  }
}

function next(bound: bigint | undefined, by: bigint): bigint | undefined {
  return bound === undefined ? undefined : bound + by
}

function shift(date: Date | undefined, by: number): Date | undefined {
  return date && new Date(date.getTime() + by)
}

const highestBlock = 2n ** 62n

/** No block is beyond what the database can hold. */
export function toBlocks(query: {
  block_number?: bigint | undefined
  block_number__gt?: bigint | undefined
  block_number__lt?: bigint | undefined
}): { fromBlock: bigint | undefined; toBlock: bigint | undefined } {
  const bound = (block: bigint | undefined, by: bigint) =>
    block === undefined ? undefined : lowest(highestBlock, block + by)
  return {
    fromBlock: highest(
      bound(query.block_number, 0n),
      bound(query.block_number__gt, 1n),
    ),
    toBlock: lowest(
      bound(query.block_number, 0n),
      bound(query.block_number__lt, -1n),
    ),
  }
}

/** Asked for one kind by name; asked not to see one, all others. */
function toKinds(query: {
  erc20?: boolean | undefined
  erc721?: boolean | undefined
  ether?: boolean | undefined
}): StoredTransfer['kind'][] | undefined {
  const answers = {
    native: query.ether,
    erc20: query.erc20,
    erc721: query.erc721,
    erc1155: undefined,
  }
  const kinds = ['native', 'erc20', 'erc721', 'erc1155'] as const
  if (kinds.every((kind) => answers[kind] === undefined)) return undefined
  const wanted = kinds.filter((kind) => answers[kind] === true)
  if (wanted.length > 0) return wanted
  return kinds.filter((kind) => answers[kind] !== false)
}
