import {
  type PersonAnswer,
  type PersonRequest,
  patience,
  RequestRejectedError,
  RequestsMutedError,
  type requestDesk,
} from '../apps/requestDesk.js'
import type { DappContext } from './answerDapp.js'
import type { OpenRequest, OpenRequests } from './openRequests.js'
import { RefusedError } from './rpcError.js'
import type { DappSession } from './session.js'

/** Milliseconds between two looks at what the owners have signed. */
const lookInterval = 2_000
/** Of one session, that wait for a person. */
const mostWaiting = 10

type Wanted = Parameters<DappContext['askPerson']>[0]

/** What a request waits for that only people can give. */
export function createPersons(parameters: {
  open: OpenRequests
  desk: typeof requestDesk
}) {
  const { open, desk } = parameters
  // In a row, by topic.
  const refusals = new Map<string, number>()

  return {
    async ask(
      key: string,
      session: DappSession,
      wanted: Wanted,
    ): Promise<PersonAnswer> {
      const { topic } = session
      assertFew(open, topic)
      const request = open.require(key)
      try {
        const answer = await offer(request, { key, session, wanted })
        refusals.delete(topic)
        return answer
      } catch (error) {
        if (error instanceof RequestRejectedError)
          refusals.set(topic, (refusals.get(topic) ?? 0) + 1)
        throw error
      } finally {
        delete request.person
        delete request.waiting
        open.announce()
      }
    },

    /** Puts it on the desk; answers with the name that the flow's link has. */
    open(key: string): string | undefined {
      const request = open.find(key)
      const { person, waiting } = request ?? {}
      if (!request || !person || !waiting || person.deskId) return undefined
      const asked = putOnDesk(desk, person)
      if (!asked) return undefined
      person.deskId = asked.id
      void asked.answer.then(person.settle, person.reject)
      request.waiting = { ...waiting, stage: 'open' }
      open.announce()
      return asked.id
    },

    refuse(key: string): void {
      const person = open.find(key)?.person
      if (!person) return
      if (person.deskId) desk.reject(person.deskId, new RequestRejectedError())
      else person.reject(new RequestRejectedError())
    },

    /** Looks until the other owners have signed, or nobody asks any more. */
    async until<Value>(
      key: string,
      session: DappSession,
      read: () => Promise<Value | undefined>,
    ): Promise<Value> {
      for (;;) {
        const request = open.require(key)
        const value = await read().catch((error) => {
          if (error instanceof RefusedError) throw error
          return undefined
        })
        if (value !== undefined) return value
        if (!request.waiting) {
          const { expiresAt } = request
          request.waiting = {
            ...{ key, session, kind: 'message', expiresAt },
            stage: 'owners',
            isHeld: false,
          }
          open.announce()
        }
        await new Promise((resolve) => setTimeout(resolve, lookInterval))
      }
    },
  }

  /** Shows it among what waits; settled where somebody takes it from there. */
  function offer(
    request: OpenRequest,
    parameters: { key: string; session: DappSession; wanted: Wanted },
  ): Promise<PersonAnswer> {
    const { key, session, wanted } = parameters
    const { expiresAt } = request
    return new Promise<PersonAnswer>((settle, reject) => {
      const asked = toPersonRequest(session, { wanted, expiresAt })
      request.person = { request: asked, settle, reject }
      request.waiting = {
        ...{ key, session, kind: wanted.kind, expiresAt },
        stage: 'waiting',
        isHeld: (refusals.get(session.topic) ?? 0) >= patience,
      }
      open.announce()
    })
  }
}

function assertFew(open: OpenRequests, topic: string): void {
  const waiting = open
    .list()
    .filter(([, one]) => one.topic === topic && one.waiting)
  if (waiting.length >= mostWaiting)
    throw new RefusedError(
      'tooMany',
      `${mostWaiting} requests from this dapp are already waiting for an answer.`,
    )
}

/** Undefined: something else is on it, and this one waits on. */
function putOnDesk(
  desk: typeof requestDesk,
  { request, reject }: NonNullable<OpenRequest['person']>,
) {
  try {
    return desk.ask(request)
  } catch (error) {
    if (error instanceof RequestsMutedError) reject(error)
    return undefined
  }
}

function toPersonRequest(
  { chainId, address, peer }: DappSession,
  { wanted, expiresAt }: { wanted: Wanted; expiresAt: number },
): PersonRequest {
  return {
    app: peer,
    safe: { chainId, address },
    expiresAt,
    // A dapp waits for an answer, which the draft batch has not.
    ...(wanted.kind === 'calls' ? { ...wanted, canBatch: false } : wanted),
  }
}
