import type { BaseError } from '@covault/protocol'
import {
  type PersonAnswer,
  type PersonRequest,
  patience,
  RequestRejectedError,
  RequestsMutedError,
  type requestDesk,
} from '../apps/requestDesk.js'
import { answerDapp, type DappContext, type DappHost } from './answerDapp.js'
import type { Bundle } from './callsStatus.js'
import type { DappClient, Reply } from './client.js'
import { mergeVerification } from './peer.js'
import {
  assertAnswerable,
  type DappRequest,
  readRequest,
  readRequestVerification,
} from './request.js'
import { RefusedError, toRpcError } from './rpcError.js'
import type { DappSession } from './session.js'

/** Something that a person is to decide, or has decided. */
export type WaitingRequest = {
  key: string
  session: DappSession
  kind: PersonRequest['kind']
  expiresAt: number
  /** For a person, under review, or for the other owners. */
  stage: 'waiting' | 'open' | 'owners'
  /** The dapp was refused so often that it is not shown by itself. */
  isHeld: boolean
}

export type RequestsParameters = {
  client: Pick<DappClient, 'respond'>
  host: DappHost
  memory: {
    listBundles: () => readonly Bundle[]
    addBundle: (bundle: Bundle) => void
  }
  desk: typeof requestDesk
  /** Says what nobody may miss. */
  tell: (words: string) => void
  findSession: (topic: string) => DappSession | undefined
  onChange: (requests: readonly WaitingRequest[]) => void
  now: () => number
}

/** A request that was not answered yet. */
type Open = DappRequest & {
  timer: ReturnType<typeof setTimeout>
  waiting?: WaitingRequest
  /** How a person is asked; undefined before and after that. */
  person?: {
    request: PersonRequest
    settle: (answer: PersonAnswer) => void
    reject: (error: BaseError) => void
    deskId?: string
  }
}

/** Milliseconds between two looks at what the owners have signed. */
const lookInterval = 2_000
const longestTimer = 2 ** 31 - 1
/** Of one session, that wait for a person. */
const mostWaiting = 10

/** Answers every request once, to the session it came from, or not at all. */
export function createRequests({
  client,
  host,
  memory,
  desk,
  tell,
  findSession,
  onChange,
  now,
}: RequestsParameters) {
  const open = new Map<string, Open>()
  const seen = new Set<string>()
  const reserved = new Set<string>()
  // In a row, by topic.
  const refusals = new Map<string, number>()
  const settings = new Map<string, DappContext['settings']>()

  return {
    onRequest,
    openRequest,
    refuse(key: string): void {
      const person = open.get(key)?.person
      if (!person) return
      if (person.deskId) desk.reject(person.deskId, new RequestRejectedError())
      else person.reject(new RequestRejectedError())
    },
    /** The library's own clock may be ahead of ours. */
    expireById(id: number | undefined): void {
      for (const [key, request] of open) if (request.id === id) expire(key)
    },
    endSession(topic: string | undefined): void {
      settings.delete(topic ?? '')
      const error = new RefusedError('expired', 'The session has ended.')
      for (const [key, request] of open)
        if (request.topic === topic) close(key, error)
    },
  }

  async function onRequest(data: unknown): Promise<void> {
    const request = readRequest(data, { now: now() })
    if (!request) return
    const { topic, id, expiresAt } = request
    const key = `${topic} ${id}`
    const session = findSession(topic)
    if (!session || seen.has(key)) return
    seen.add(key)
    const timer = setTimeout(
      () => expire(key),
      Math.max(0, Math.min(expiresAt - now(), longestTimer)),
    )
    open.set(key, { ...request, timer })
    const reply = await answer(key, request, session)
    if (close(key)) await respond(request, reply)
  }

  async function answer(
    key: string,
    request: DappRequest,
    session: DappSession,
  ): Promise<Reply> {
    try {
      const verification = mergeVerification(
        session.peer.verification,
        readRequestVerification(request, session),
      )
      const { chainId } = session
      assertAnswerable(request, { chainId, verification, now: now() })
      const peer = { ...session.peer, verification }
      const context = createContext(key, { ...session, peer })
      return { result: await answerDapp(context, request) }
    } catch (error) {
      return { error: toRpcError(error) }
    }
  }

  async function respond(
    { topic, id, method }: DappRequest,
    reply: Reply,
  ): Promise<void> {
    try {
      await client.respond({ topic, id, reply })
    } catch {
      tell(
        `The dapp could not be told what came of ${method.slice(0, 60)}: the relay of WalletConnect does not answer.`,
      )
    }
  }

  /** False: somebody has answered or ended it before. */
  function close(key: string, error?: RefusedError): boolean {
    const request = open.get(key)
    if (!request) return false
    open.delete(key)
    clearTimeout(request.timer)
    if (error && request.person) {
      const { deskId, reject: rejectPerson } = request.person
      if (deskId) desk.withdraw(deskId, error)
      else rejectPerson(error)
    }
    listWaiting()
    return true
  }

  function expire(key: string): void {
    const request = open.get(key)
    if (!request) return
    const error = new RefusedError('expired', 'The request has expired.')
    close(key, error)
    // The library may have thrown it away already: then nobody waits.
    const { topic, id } = request
    const reply = { error: toRpcError(error) }
    void client.respond({ topic, id, reply }).catch(() => undefined)
  }

  function createContext(key: string, session: DappSession): DappContext {
    const { topic } = session
    const own = settings.get(topic) ?? { offChainSigning: true }
    settings.set(topic, own)
    const find = (id: string) =>
      memory.listBundles().find((one) => one.topic === topic && one.id === id)
    return {
      session,
      host,
      settings: own,
      askPerson: (wanted) => askPerson(key, session, wanted),
      until: (read) => until(key, session, read),
      bundles: {
        find,
        reserve: (id) => {
          const name = `${topic} ${id}`
          if (find(id) || reserved.has(name)) return false
          reserved.add(name)
          return true
        },
        release: (id) => void reserved.delete(`${topic} ${id}`),
        add: memory.addBundle,
      },
    }
  }

  async function askPerson(
    key: string,
    session: DappSession,
    wanted: Parameters<DappContext['askPerson']>[0],
  ): Promise<PersonAnswer> {
    const { topic, chainId, address, peer } = session
    const waiting = [...open.values()].filter(
      (one) => one.topic === topic && one.waiting,
    )
    if (waiting.length >= mostWaiting)
      throw new RefusedError(
        'tooMany',
        `${mostWaiting} requests of this dapp wait for an answer already.`,
      )
    const request = open.get(key)
    if (!request) throw new RefusedError('expired', 'The request has expired.')
    const { expiresAt } = request
    try {
      const answer = await new Promise<PersonAnswer>((settle, rejectPerson) => {
        request.person = {
          request: {
            app: peer,
            safe: { chainId, address },
            expiresAt,
            // A dapp waits for an answer, which the draft batch has not.
            ...(wanted.kind === 'calls'
              ? { ...wanted, canBatch: false }
              : wanted),
          },
          settle,
          reject: rejectPerson,
        }
        request.waiting = {
          ...{ key, session, kind: wanted.kind, expiresAt },
          stage: 'waiting',
          isHeld: (refusals.get(topic) ?? 0) >= patience,
        }
        listWaiting()
      })
      refusals.delete(topic)
      return answer
    } catch (error) {
      if (error instanceof RequestRejectedError)
        refusals.set(topic, (refusals.get(topic) ?? 0) + 1)
      throw error
    } finally {
      delete request.person
      delete request.waiting
      listWaiting()
    }
  }

  /** Puts it on the desk; answers with the name that the flow's link has. */
  function openRequest(key: string): string | undefined {
    const request = open.get(key)
    const { person, waiting } = request ?? {}
    if (!request || !person || !waiting || person.deskId) return undefined
    const asked = putOnDesk(person)
    if (!asked) return undefined
    person.deskId = asked.id
    request.waiting = { ...waiting, stage: 'open' }
    void asked.answer.then(person.settle, person.reject)
    listWaiting()
    return asked.id
  }

  /** Undefined: something else is on it, and this one waits on. */
  function putOnDesk({ request, reject }: NonNullable<Open['person']>) {
    try {
      return desk.ask(request)
    } catch (error) {
      if (error instanceof RequestsMutedError) reject(error)
      return undefined
    }
  }

  async function until<Value>(
    key: string,
    session: DappSession,
    read: () => Promise<Value | undefined>,
  ): Promise<Value> {
    for (;;) {
      const request = open.get(key)
      if (!request)
        throw new RefusedError('expired', 'The request has expired.')
      const value = await read().catch((error) => {
        if (error instanceof RefusedError) throw error
        return undefined
      })
      if (value !== undefined) return value
      const { expiresAt } = request
      if (!request.waiting) {
        request.waiting = {
          ...{ key, session, kind: 'message', expiresAt },
          stage: 'owners',
          isHeld: false,
        }
        listWaiting()
      }
      await new Promise((resolve) => setTimeout(resolve, lookInterval))
    }
  }

  function listWaiting(): void {
    onChange([...open.values()].flatMap(({ waiting }) => waiting ?? []))
  }
}
