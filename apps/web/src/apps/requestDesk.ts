import { BaseError, type Call } from '@covault/protocol'
import type { Hex } from 'viem'
import type { AskedMessage } from './readMessage.js'

/** Whose request it is. The name is a claim, the origin is what counts. */
export type AppIdentity = { name: string; url: string; origin: string }

/** What an app asks a person for. */
export type PersonRequest = { app: AppIdentity } & (
  | {
      kind: 'calls'
      calls: readonly Call[]
      leftOut: readonly string[]
      /** The app can wait for its calls in the draft batch. */
      canBatch: boolean
    }
  | { kind: 'message'; message: AskedMessage; way: 'offChain' | 'onChain' }
)

/** What the app learns in the end. */
export type PersonAnswer = { safeTxHash: Hex } | { messageHash: Hex }

type Open = {
  id: string
  request: PersonRequest
  settle: (answer: PersonAnswer) => void
  reject: (error: BaseError) => void
}

/**
 * Where the app in the frame and the flow in front of it meet: the link of the
 * flow carries only the number of the request. One at a time, and gone with
 * the page, like the app that waits for it.
 */
export function createRequestDesk() {
  let open: Open | undefined
  const close = (id: string): Open | undefined => {
    if (open?.id !== id) return undefined
    const closed = open
    open = undefined
    return closed
  }
  return {
    ask(request: PersonRequest): {
      id: string
      answer: Promise<PersonAnswer>
    } {
      if (open) throw new RequestOpenError()
      // A link that outlived its page must not name another request.
      const id = crypto.randomUUID()
      const answer = new Promise<PersonAnswer>((settle, reject) => {
        open = { id, request, settle, reject }
      })
      return { id, answer }
    },
    find: (id: string | undefined) =>
      open?.id === id ? open?.request : undefined,
    settle: (id: string, answer: PersonAnswer): void =>
      close(id)?.settle(answer),
    reject: (id: string, error: BaseError): void => close(id)?.reject(error),
  }
}

/** One page hosts one app. */
export const requestDesk = createRequestDesk()

export class RequestOpenError extends BaseError {
  override name = 'RequestOpenError'

  constructor() {
    super('Another request of this app is open. It has to be answered first.')
  }
}

export class RequestRejectedError extends BaseError {
  override name = 'RequestRejectedError'

  constructor() {
    super('The request was rejected.')
  }
}

const whereItIs = {
  batch:
    'The calls were put into the draft batch. They were not signed and have no hash yet.',
  browser:
    'It was signed and is kept in the browser, because the gateway did not take it. Nobody else knows of it yet.',
  host: 'It was handed to the host of this page, which does not tell its hash.',
} as const

export class NoHashYetError extends BaseError {
  override name = 'NoHashYetError'

  constructor(where: keyof typeof whereItIs) {
    super(whereItIs[where])
  }
}
