import { BaseError, type Call } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { AskedMessage } from './readMessage.js'

/** What WalletConnect's servers know of the origin that a dapp names. */
export type Verification =
  | { kind: 'verified' | 'unverified' | 'scam' }
  /** It comes from another one. */
  | { kind: 'mismatch'; origin: string }

/** Whose request it is. The name is a claim, the origin is what counts. */
export type AppIdentity = {
  name: string
  url: string
  origin: string
  /** Of a dapp elsewhere; for an app in a frame of ours the browser vouches. */
  verification?: Verification
}

/** What an app asks a person for. */
export type PersonRequest = {
  app: AppIdentity
  /** The one safe that may do it; absent: the one that hosts the app. */
  safe?: { chainId: number; address: Address }
  /** Milliseconds; nothing may be signed for it afterwards. */
  expiresAt?: number
} & (
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

/** Requests that come to nothing in a row, before the next one has to wait. */
export const patience = 3

/**
 * Where the app in the frame and the flow in front of it meet: the link of the
 * flow carries only the number of the request. One at a time, and gone with
 * the page, like the app that waits for it. An app that is refused again and
 * again does not get its next request before a person's eyes by itself.
 */
export function createRequestDesk() {
  let open: Open | undefined
  let isQuestioned = false
  const withdrawn = new Map<string, string>()
  const listeners = new Set<() => void>()
  // Both by origin.
  const refusals = new Map<string, number>()
  const muted = new Set<string>()
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
      /** It is shown when somebody wants to see it. */
      isHeld: boolean
    } {
      const { origin } = request.app
      if (muted.has(origin)) throw new RequestsMutedError()
      if (open || isQuestioned) throw new RequestOpenError()
      // A link that outlived its page must not name another request.
      const id = crypto.randomUUID()
      const answer = new Promise<PersonAnswer>((settle, reject) => {
        open = { id, request, settle, reject }
      })
      return { id, answer, isHeld: (refusals.get(origin) ?? 0) >= patience }
    },
    /** A question beside the app takes its turn like a request. */
    startQuestion(): { end: () => void } {
      if (open || isQuestioned) throw new RequestOpenError()
      isQuestioned = true
      return {
        end: () => {
          isQuestioned = false
        },
      }
    },
    find: (id: string | undefined) =>
      open?.id === id ? open?.request : undefined,
    settle: (id: string, answer: PersonAnswer): void => {
      const closed = close(id)
      if (!closed) return
      refusals.delete(closed.request.app.origin)
      closed.settle(answer)
    },
    reject: (id: string, error: BaseError): void => {
      const closed = close(id)
      if (!closed) return
      const { origin } = closed.request.app
      if (error instanceof NoHashYetError) refusals.delete(origin)
      else refusals.set(origin, (refusals.get(origin) ?? 0) + 1)
      closed.reject(error)
    },
    isMuted: (origin: string) => muted.has(origin),
    /** For as long as the page is open, or until somebody thinks better. */
    mute: (origin: string): void => {
      muted.add(origin)
      if (open?.request.app.origin === origin)
        close(open.id)?.reject(new RequestRejectedError())
    },
    unmute: (origin: string): void => {
      muted.delete(origin)
      refusals.delete(origin)
    },
    /** Nobody waits for it any more: its review must not go on. */
    withdraw(id: string, error: BaseError): void {
      const closed = close(id)
      if (!closed) return
      withdrawn.set(id, error.message)
      closed.reject(error)
      for (const listener of listeners) listener()
    },
    findWithdrawal: (id: string): string | undefined => withdrawn.get(id),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One page hosts one app. */
export const requestDesk = createRequestDesk()

export class RequestOpenError extends BaseError {
  constructor() {
    super('Another request from this app is open. It must be answered first.')
  }
}

export class RequestsMutedError extends BaseError {
  constructor() {
    super(
      'The request was rejected. The user refuses all requests from this app until its page is reloaded.',
    )
  }
}

export class RequestRejectedError extends BaseError {
  constructor() {
    super('The request was rejected.')
  }
}

const whereItIs = {
  batch:
    'The calls were added to the draft batch. They are not signed and have no hash yet.',
  browser:
    'The request was signed, but the gateway did not accept the signature. The browser keeps it.',
  host: 'The request was passed to the host of this page, which does not return a hash.',
} as const

export class NoHashYetError extends BaseError {
  constructor(where: keyof typeof whereItIs) {
    super(whereItIs[where])
  }
}
