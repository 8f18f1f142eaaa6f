import {
  DelegatecallRefusedError,
  describeRefusedDelegatecall,
} from '../apps/readCalls.js'
import type { requestDesk } from '../apps/requestDesk.js'
import { answerDapp, type DappContext, type DappHost } from './answerDapp.js'
import type { Bundle } from './callsStatus.js'
import type { DappClient, Reply } from './client.js'
import { createOpenRequests, type WaitingRequest } from './openRequests.js'
import { mergeVerification } from './peer.js'
import { createPersons } from './persons.js'
import {
  assertAnswerable,
  type DappRequest,
  readRequest,
  readRequestVerification,
} from './request.js'
import { RefusedError, toRpcError } from './rpcError.js'
import type { DappSession } from './session.js'

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

/** Answers every request once, to the session it came from, or not at all. */
export function createRequests(parameters: RequestsParameters) {
  const { client, host, memory, tell, findSession, now } = parameters
  const open = createOpenRequests(parameters)
  const persons = createPersons({ open, desk: parameters.desk })
  const seen = new Set<string>()
  const contexts = createContexts({ host, memory, persons })

  return {
    onRequest,
    openRequest: persons.open,
    refuse: persons.refuse,
    /** The library's own clock may be ahead of ours. */
    expireById(id: number | undefined): void {
      for (const [key, request] of open.list())
        if (request.id === id) expire(key)
    },
    endSession(topic: string | undefined): void {
      contexts.forget(topic ?? '')
      const error = new RefusedError('expired', 'The session has ended.')
      for (const [key, request] of open.list())
        if (request.topic === topic) open.close(key, error)
    },
  }

  async function onRequest(data: unknown): Promise<void> {
    const request = readRequest(data, { now: now() })
    if (!request) return
    const key = `${request.topic} ${request.id}`
    const session = findSession(request.topic)
    if (!session || seen.has(key)) return
    seen.add(key)
    open.add(key, request, () => expire(key))
    const reply = await answer(key, request, session)
    if (open.close(key)) await respond(request, reply)
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
      const context = contexts.of(key, { ...session, peer })
      return { result: await answerDapp(context, request) }
    } catch (error) {
      if (error instanceof DelegatecallRefusedError)
        tell(describeRefusedDelegatecall(session.peer.origin))
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
        `Can’t send the result of ${method.slice(0, 60)} to the dapp: WalletConnect doesn’t answer.`,
      )
    }
  }

  function expire(key: string): void {
    const request = open.find(key)
    if (!request) return
    const error = new RefusedError('expired', 'The request has expired.')
    open.close(key, error)
    // The library may have thrown it away already: then nobody waits.
    const { topic, id } = request
    const reply = { error: toRpcError(error) }
    void client.respond({ topic, id, reply }).catch(() => undefined)
  }
}

/** What requests of a session are answered with. */
function createContexts(parameters: {
  host: DappHost
  memory: RequestsParameters['memory']
  persons: ReturnType<typeof createPersons>
}) {
  const { host, memory, persons } = parameters
  const reserved = new Set<string>()
  const settings = new Map<string, DappContext['settings']>()

  return {
    forget: (topic: string) => settings.delete(topic),
    of(key: string, session: DappSession): DappContext {
      const { topic } = session
      const own = settings.get(topic) ?? { offChainSigning: true }
      settings.set(topic, own)
      const find = (id: string) =>
        memory.listBundles().find((one) => one.topic === topic && one.id === id)
      return {
        session,
        host,
        settings: own,
        askPerson: (wanted) => persons.ask(key, session, wanted),
        until: (read) => persons.until(key, session, read),
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
    },
  }
}
