import {
  type EndpointWire,
  getNonces,
  getSafe,
  getSafeCreation,
  getSafeOverviews,
  watchSafe,
} from '@covault/api'
import {
  findDeploymentByAddress,
  isVersionAtLeast,
  parseSafeVersion,
  type SafeVersion,
  singletons,
} from '@covault/protocol'
import type { FastifyInstance } from 'fastify'
import { readBalances } from '../assets/readBalances.js'
import { sumInCents } from '../assets/sumInCents.js'
import type { ChainConfig } from '../chainsConfig.js'
import { readNonces } from '../commands/readNonces.js'
import { readFollowed, readSafeState } from '../commands/readSafeState.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { route, sharedRoute } from '../http/route.js'
import { findSession } from '../http/session.js'
import { keepVisible } from '../http/viewer.js'
import { splitEvery } from '../splitEvery.js'
import { readCreation } from '../store/creations.js'
import type { StoredState } from '../store/safeStates.js'
import { isStoreFailure } from '../store/storeFailure.js'
import { readTags } from '../store/tags.js'
import { countQueue } from '../store/transactions.js'
import { readSync } from '../store/watches.js'
import {
  toContractInfo,
  toContractInfoOrNull,
  toPlainInfo,
} from '../wire/addressInfo.js'
import { toDataDecoded } from '../wire/dataDecoded.js'
import { openBook } from './openBook.js'
import { ofAddress } from './safeOf.js'

type SafeWire = EndpointWire<typeof getSafe>
type OverviewWire = EndpointWire<typeof getSafeOverviews>[number]

export function safeRoutes(app: FastifyInstance, context: Context): void {
  const { store, answers } = context

  sharedRoute(app, getSafe, ofAddress(context), async ({ params, keep }) => {
    const { chainId, address: safe } = params
    const { state, followed } = await readFollowed(context, { chainId, safe })
    const { nonce } = state
    const tags = await readTags(store, { chainId, safe, nonce })
    if (followed) keep()
    return {
      ...toSafe(state, getServedChain(context, chainId)),
      collectiblesTag: toTag(tags.collectibles),
      txQueuedTag: toTag(tags.queue),
      txHistoryTag: toTag(tags.history),
      messagesTag: toTag(tags.messages),
    }
  })

  sharedRoute(app, getNonces, ofAddress(context), ({ params }) =>
    readNonces(context, { chainId: params.chainId, safe: params.address }),
  )

  route(app, watchSafe, async ({ params, request }) => {
    const { chainId, address: safe } = params
    const { owners } = await readSafeState(context, { chainId, safe })
    const session = await findSession(context, request)
    if (session && owners.includes(session.address))
      await readSafeState(context, { chainId, safe, interest: 'proven' })
    return readSync(store, { chainId, safe })
  })

  route(app, getSafeCreation, async ({ params }) => {
    const { chainId, address: safe } = params
    await readSafeState(context, { chainId, safe })
    const creation = await readCreation(store, { chainId, safe })
    if (!creation?.factory) throw new NotFoundFailure()
    return {
      created: creation.createdAt.toISOString(),
      creator: creation.creator,
      transactionHash: creation.txHash,
      factoryAddress: creation.factory,
      masterCopy: creation.singleton,
      setupData: creation.initializer,
      saltNonce:
        creation.saltNonce === null ? null : String(creation.saltNonce),
      dataDecoded: await decodeSetup(context, { chainId, ...creation }),
    }
  })

  route(app, getSafeOverviews, async ({ query, request }) => {
    const overviews: (OverviewWire | undefined)[] = []
    const asked = query.safes.slice(0, mostOverviews)
    const safes = await keepVisible(context, request, asked)
    for (const some of splitEvery(safes, overviewsAtOnce))
      overviews.push(
        ...(await Promise.all(
          some.map(({ chainId, address: safe }) =>
            answers
              .read({ chainId, safe }, () =>
                readOverview(context, { chainId, safe, ...query }),
              )
              .catch((error) => {
                if (isStoreFailure(error)) throw error
                // One that cannot be read is left out; others are answered.
                request.log.debug(
                  { error },
                  'A safe is left out of an overview',
                )
                return undefined
              }),
          ),
        )),
      )
    return overviews.filter((overview) => overview !== undefined)
  })
}

const mostOverviews = 10

/** One request that asks a node ten things would count as one. */
const overviewsAtOnce = 2

async function readOverview(
  context: Context,
  parameters: {
    chainId: number
    safe: OverviewWire['address']['value']
    currency: string
    trusted: boolean
    exclude_spam: boolean
    wallet_address?: OverviewWire['address']['value'] | undefined
  },
): Promise<OverviewWire> {
  const { chainId, safe, wallet_address: owner } = parameters
  const state = await readSafeState(context, { chainId, safe })
  const [{ queued, awaiting }, fiatTotal] = await Promise.all([
    countQueue(context.store, {
      chainId,
      safe,
      fromNonce: state.nonce,
      threshold: Number(state.threshold),
      owner,
    }),
    readBalances(context.assets, {
      chainId,
      safe,
      currency: parameters.currency,
      trusted: parameters.trusted,
      excludeSpam: parameters.exclude_spam,
    }).then(({ items }) => sumInCents(items)),
  ])
  return {
    address: toPlainInfo(safe),
    chainId: String(chainId),
    threshold: Number(state.threshold),
    owners: state.owners.map(toPlainInfo),
    fiatTotal,
    queued,
    // Nothing waits for those who own none of it.
    awaitingConfirmation:
      owner && state.owners.includes(owner) ? awaiting : null,
  }
}

/** All but the tags. */
function toSafe(
  state: StoredState,
  { chainId, recommendedVersion }: ChainConfig,
): Omit<SafeWire, `${string}Tag`> {
  const { modules } = state
  return {
    address: toPlainInfo(state.safe),
    chainId: String(chainId),
    nonce: Number(state.nonce),
    threshold: Number(state.threshold),
    owners: state.owners.map(toPlainInfo),
    implementation: toContractInfo(state.singleton),
    implementationVersionState: getVersionState(state, recommendedVersion),
    modules: modules.length > 0 ? modules.map(toContractInfo) : null,
    fallbackHandler: toContractInfoOrNull(state.fallbackHandler),
    guard: toContractInfoOrNull(state.guard),
    version: state.version,
  }
}

function getVersionState(
  { version, singleton }: StoredState,
  recommended: SafeVersion,
): SafeWire['implementationVersionState'] {
  const parsed = version === null ? undefined : parseSafeVersion(version)
  if (!parsed || !findDeploymentByAddress(singletons, singleton))
    return 'UNKNOWN'
  return isVersionAtLeast(parsed.version, recommended)
    ? 'UP_TO_DATE'
    : 'OUTDATED'
}

/** Seconds, as text. */
function toTag(date: Date | null): string | null {
  return date && String(Math.floor(date.getTime() / 1000))
}

async function decodeSetup(
  context: Context,
  parameters: {
    chainId: number
    safe: SafeWire['address']['value']
    initializer: `0x${string}` | null
  },
): Promise<EndpointWire<typeof getSafeCreation>['dataDecoded']> {
  const { chainId, safe, initializer } = parameters
  getServedChain(context, chainId)
  if (!initializer || initializer === '0x') return null
  const book = await openBook(context, { chainId, addresses: [] })
  const call = { to: safe, value: 0n, data: initializer, operation: 0 }
  return toDataDecoded(book.decode(call, safe).root)
}
