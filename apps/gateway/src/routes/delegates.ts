import {
  addDelegate as addEndpoint,
  getDelegates,
  removeDelegate as removeEndpoint,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Address, isAddress } from 'viem'
import { addDelegate } from '../commands/addDelegate.js'
import { removeDelegate } from '../commands/removeDelegate.js'
import { type Context, getServedChain } from '../context.js'
import { readListPage } from '../http/listPage.js'
import { route } from '../http/route.js'
import {
  countDelegates,
  type DelegateKey,
  listDelegates,
  type StoredDelegate,
} from '../store/delegates.js'

export function delegateRoutes(app: FastifyInstance, context: Context): void {
  const { store } = context
  route(app, getDelegates, async ({ params, query, ...asked }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const { cursor, label, ...rest } = query
    // A label has no U+0000, and the database takes none.
    const filter = { ...rest, label: label?.replaceAll('\0', '') || undefined }
    const [{ shown, links }, count] = await Promise.all([
      readListPage(asked, {
        cursor,
        readKey: readDelegateKey,
        readRows: (range) =>
          listDelegates(store, { chainId, filter, ...range }),
        writeKey: writeDelegateKey,
      }),
      countDelegates(store, { chainId, filter }),
    ])
    return { count, ...links, results: shown.map(toDelegate) }
  })

  route(app, addEndpoint, async ({ params, body }) => {
    const { safe = null, ...request } = body
    await addDelegate(context, {
      ...params,
      ...request,
      safe,
      expiresAt: null,
    })
    return undefined
  })

  route(app, removeEndpoint, async ({ params, body }) => {
    const { safe = null, delegator = null, signature } = body
    await removeDelegate(context, { ...params, safe, delegator, signature })
    return undefined
  })
}

/** This wire has no word for an end. */
function toDelegate({ expiresAt: _, ...delegate }: StoredDelegate) {
  return delegate
}

export function writeDelegateKey({
  delegator,
  delegate,
  safe,
}: DelegateKey): string {
  return [delegator, delegate, safe ?? ''].join('.')
}

export function readDelegateKey(
  text: string | undefined,
): DelegateKey | undefined {
  const [delegator = '', delegate = '', safe] = text?.split('.') ?? []
  if (!isAddress(delegator) || !isAddress(delegate)) return undefined
  return { delegator, delegate, safe: toAddressOrNull(safe) }
}

function toAddressOrNull(text: string | undefined): Address | null {
  return text && isAddress(text) ? text : null
}
