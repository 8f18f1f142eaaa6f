import {
  getServiceCreation,
  getServiceModuleSafes,
  getServiceOwnedSafes,
  getServiceSafe,
  listServiceModuleSafes,
  listServiceOwnedSafes,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import type { Address } from 'viem'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { keepOwn } from '../http/viewer.js'
import { openBook } from '../routes/openBook.js'
import { readCreation } from '../store/creations.js'
import { listSafesOfModule } from '../store/safeModules.js'
import { listSafesOfOwner, readStates } from '../store/safeStates.js'
import { type Place, readPlace, toPageOf } from './paging.js'
import { serve, serveShared } from './serve.js'
import { toDecoded } from './wire/decoded.js'
import { type ListedSafeWire, toListedSafe, toSafe } from './wire/safe.js'
import { writeDate } from './writeJson.js'

/** The list without pages ends here. */
const mostAtOnce = 200

export function safeRoutes(scope: FastifyInstance, context: Context): void {
  const { store, answers } = context

  serveShared(scope, context, getServiceSafe, async ({ chainId, params }) =>
    toSafe(await readSafeState(context, { chainId, safe: params.address })),
  )

  serve(scope, context, getServiceCreation, async ({ chainId, params }) => {
    const { address: safe } = params
    await readSafeState(context, { chainId, safe })
    const creation = await readCreation(store, { chainId, safe })
    if (!creation?.factory) throw new NotFoundFailure()
    const { initializer, saltNonce } = creation
    const book = await openBook(context, { chainId, addresses: [] })
    const data = initializer ?? '0x'
    const call = { to: safe, value: 0n, data, operation: 0 }
    return {
      created: writeDate(creation.createdAt),
      creator: creation.creator,
      transactionHash: creation.txHash,
      factoryAddress: creation.factory,
      masterCopy: creation.singleton,
      setupData: initializer,
      saltNonce: saltNonce === null ? null : String(saltNonce),
      dataDecoded: toDecoded(book, call, safe),
      userOperation: null,
    }
  })

  serve(scope, context, getServiceOwnedSafes, async (asked) => {
    const { chainId, params, request } = asked
    const owner = params.address
    const found = await answers.read(undefined, () =>
      listSafesOfOwner(store, { chainId, owner }),
    )
    const safes = await keepOwn(context, request, { chainId, safes: found })
    return { safes: safes.slice(0, mostAtOnce) }
  })

  serve(scope, context, getServiceModuleSafes, async (asked) => {
    const { chainId, params, request } = asked
    const module = params.address
    const found = await listSafesOfModule(store, { chainId, module })
    const safes = await keepOwn(context, request, { chainId, safes: found })
    return { safes: safes.slice(0, mostAtOnce) }
  })

  serve(scope, context, listServiceOwnedSafes, async (asked) => {
    const { chainId, params, query, request, url } = asked
    const owner = params.address
    const place = readPlace(query, listServiceOwnedSafes.paging)
    const found = await answers.read(undefined, () =>
      listSafesOfOwner(store, { chainId, owner }),
    )
    const safes = await keepOwn(context, request, { chainId, safes: found })
    const shown = await readListed(context, { chainId, safes, place })
    return { ...toPageOf(url, place, safes), results: shown }
  })

  serve(scope, context, listServiceModuleSafes, async (asked) => {
    const { chainId, params, query, request, url } = asked
    const module = params.address
    const place = readPlace(query, listServiceModuleSafes.paging)
    const found = await listSafesOfModule(store, { chainId, module })
    const safes = await keepOwn(context, request, { chainId, safes: found })
    const shown = await readListed(context, { chainId, safes, place })
    return { ...toPageOf(url, place, safes), results: shown }
  })
}

async function readListed(
  { store }: Context,
  parameters: { chainId: number; safes: readonly Address[]; place: Place },
): Promise<ListedSafeWire[]> {
  const { chainId, safes, place } = parameters
  const { limit, offset } = place
  const shown = safes.slice(offset, offset + limit)
  const states = await readStates(store, { chainId, safes: shown })
  return shown.flatMap((safe) => {
    const state = states.get(safe)
    return state ? [toListedSafe(state)] : []
  })
}
