import {
  createMessage,
  getMessage,
  getMessages,
  signMessage as signEndpoint,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { isHash } from 'viem'
import { postMessage } from '../commands/postMessage.js'
import { readSafeState } from '../commands/readSafeState.js'
import { signMessage } from '../commands/signMessage.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { readListPage } from '../http/listPage.js'
import { route, sharedRoute } from '../http/route.js'
import {
  listMessages,
  type MessageKey,
  readMessage,
  readMessageCount,
} from '../store/messages.js'
import { toMessage, withDayLabels } from '../wire/message.js'
import { ofSafeAddress } from './safeOf.js'

export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { store, config } = context

  sharedRoute(
    app,
    getMessages,
    ofSafeAddress(context),
    async ({ params, query, ...asked }) => {
      const { chainId, safe_address: safe } = params
      const state = await readSafeState(context, { chainId, safe })
      const [{ shown, links }, count] = await Promise.all([
        readListPage(asked, {
          cursor: query.cursor,
          readKey: readMessageKey,
          readRows: (range) => listMessages(store, { chainId, safe, ...range }),
          toPlaced: (message) => message,
          writeKey: ({ key }) => writeMessageKey(key),
        }),
        readMessageCount(store, { chainId, safe }),
      ])
      const reading = { config, threshold: Number(state.threshold) }
      return {
        count,
        ...links,
        results: withDayLabels(
          shown.map((message) => toMessage(reading, message)),
        ),
      }
    },
  )

  route(app, getMessage, async ({ params }) => {
    const { chainId, message_hash: messageHash } = params
    getServedChain(context, chainId)
    const message = await readMessage(store, { chainId, messageHash })
    if (!message) throw new NotFoundFailure()
    const { safe } = message
    const state = await readSafeState(context, { chainId, safe })
    return toMessage({ config, threshold: Number(state.threshold) }, message)
  })

  route(app, createMessage, async ({ params, body }) => {
    const { chainId, safe_address: safe } = params
    const { safeAppId = null, origin = null, message, signature } = body
    await postMessage(context, {
      chainId,
      safe,
      message,
      signature,
      safeAppId,
      origin,
    })
    return undefined
  })

  route(app, signEndpoint, async ({ params, body: { signature } }) => {
    const { chainId, message_hash: messageHash } = params
    await signMessage(context, { chainId, messageHash, signature })
    return undefined
  })
}

export function writeMessageKey({ created, messageHash }: MessageKey): string {
  return `${created}.${messageHash}`
}

/** Keys come back as anybody likes: what cannot be read is no key. */
export function readMessageKey(
  text: string | undefined,
): MessageKey | undefined {
  const [created = '', messageHash = ''] = text?.split('.') ?? []
  if (!/^\d{1,18}$/.test(created) || !isHash(messageHash)) return undefined
  return { created: BigInt(created), messageHash }
}
