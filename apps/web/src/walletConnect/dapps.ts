import type { requestDesk, Verification } from '../apps/requestDesk.js'
import { createStore } from '../lib/store.js'
import type { DappHost } from './answerDapp.js'
import type { ClientEvent, DappClient } from './client.js'
import type { WaitingRequest } from './openRequests.js'
import { readPairingUri } from './pairingUri.js'
import { createProposals, type ProposalsState } from './proposals.js'
import { createRequests, type RequestsParameters } from './requests.js'
import { type DappSession, readSession } from './session.js'

export type DappsState = ProposalsState & {
  isConnected: boolean
  sessions: readonly DappSession[]
  requests: readonly WaitingRequest[]
}

/** What must outlive the page. */
export type DappMemory = RequestsParameters['memory'] & {
  findVerification: (topic: string) => Verification | undefined
  /** All sessions that there are, so that others can be forgotten. */
  keepSessions: (
    topics: readonly string[],
    added?: { topic: string; verification: Verification },
  ) => void
}

export type DappsParameters = {
  client: DappClient
  host: DappHost
  memory: DappMemory
  desk: typeof requestDesk
  /** Says what nobody may miss. */
  tell: (words: string) => void
  now?: () => number
}

export type Dapps = ReturnType<typeof createDapps>

/**
 * The wallet's end of WalletConnect: pairs, holds sessions, and answers every
 * request once, to the session it came from.
 */
export function createDapps({
  client,
  host,
  memory,
  desk,
  tell,
  now = Date.now,
}: DappsParameters) {
  const state = createStore<DappsState>({
    isConnected: true,
    pairing: undefined,
    proposals: [],
    sessions: readSessions(client, memory),
    requests: [],
  })
  const change = (changed: Partial<DappsState>) =>
    state.write({ ...state.read(), ...changed })

  const proposals = createProposals({
    ...{ client, now, change },
    getState: state.read,
    onApprove: refresh,
  })
  const requests = createRequests({
    ...{ client, host, memory, desk, tell, now },
    findSession: (topic) =>
      readSessions(client, memory).find((one) => one.topic === topic),
    onChange: (waiting) => change({ requests: waiting }),
  })
  client.watch(onEvent)
  memory.keepSessions(state.read().sessions.map(({ topic }) => topic))
  for (const data of client.listRequests()) void requests.onRequest(data)

  return {
    getState: state.read,
    subscribe: state.subscribe,
    readUri: (text: string) =>
      readPairingUri(text, { now: now(), used: client.listUsedTopics() }),
    pair: proposals.pair,
    approve: proposals.approve,
    reject: proposals.reject,
    disconnect,
    openRequest: requests.openRequest,
    refuse: requests.refuse,
    reconnect: client.reconnect,
  }

  function onEvent(event: ClientEvent): void {
    switch (event.name) {
      case 'session_proposal':
        proposals.add(event.data)
        break
      case 'session_request':
        void requests.onRequest(event.data)
        break
      case 'session_delete':
      case 'session_expire':
        onSessionEnd(readTopic(event.data))
        break
      case 'proposal_expire':
        proposals.drop(readId(event.data))
        break
      case 'session_request_expire':
        requests.expireById(readId(event.data))
        break
      case 'relay':
        change({ isConnected: event.isConnected })
        break
    }
  }

  async function disconnect(topic: string): Promise<void> {
    await client.disconnect(topic)
    onSessionEnd(topic)
  }

  function onSessionEnd(topic: string | undefined): void {
    requests.endSession(topic)
    refresh()
  }

  function refresh(added?: { topic: string; verification: Verification }) {
    const sessions = readSessions(client, memory)
    memory.keepSessions(
      sessions.map(({ topic }) => topic),
      added,
    )
    // Once more: what was remembered belongs to it.
    change({ sessions: readSessions(client, memory) })
  }
}

/** As the library has them, with what was verified when they began. */
function readSessions(client: DappClient, memory: DappMemory): DappSession[] {
  return client
    .listSessions()
    .flatMap((data) => readSession(data) ?? [])
    .map(({ peer, ...session }) => ({
      ...session,
      peer: {
        ...peer,
        verification:
          memory.findVerification(session.topic) ?? peer.verification,
      },
    }))
}

function readTopic(data: unknown): string | undefined {
  const topic = readField(data, 'topic')
  return typeof topic === 'string' ? topic : undefined
}

function readId(data: unknown): number | undefined {
  const id = readField(data, 'id')
  return typeof id === 'number' ? id : undefined
}

function readField(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null
    ? Reflect.get(data, name)
    : undefined
}
