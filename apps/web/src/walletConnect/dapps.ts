import { BaseError } from '@covault/protocol'
import type { requestDesk, Verification } from '../apps/requestDesk.js'
import type { DappHost } from './answerDapp.js'
import type { ClientEvent, DappClient } from './client.js'
import { readPairingUri } from './pairingUri.js'
import {
  type DappPlace,
  judgeProposal,
  type Proposal,
  readProposal,
} from './proposal.js'
import {
  createRequests,
  type RequestsParameters,
  type WaitingRequest,
} from './requests.js'
import { RefusedError, toRpcError } from './rpcError.js'
import { type DappSession, readSession } from './session.js'

export type Pairing =
  | { status: 'connecting' | 'waiting' | 'silent' }
  | { status: 'failed'; words: string }

export type DappsState = {
  isConnected: boolean
  pairing: Pairing | undefined
  proposals: readonly Proposal[]
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

/** Milliseconds after which a dapp that was called is called silent. */
const silence = 30_000
const longestTimer = 2 ** 31 - 1

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
  const listeners = new Set<() => void>()
  let state: DappsState = {
    isConnected: true,
    pairing: undefined,
    proposals: [],
    sessions: readSessions(),
    requests: [],
  }
  const change = (changed: Partial<DappsState>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }

  const requests = createRequests({
    ...{ client, host, memory, desk, tell, now },
    findSession: (topic) => readSessions().find((one) => one.topic === topic),
    onChange: (waiting) => change({ requests: waiting }),
  })
  client.watch(onEvent)
  memory.keepSessions(state.sessions.map(({ topic }) => topic))
  for (const data of client.listRequests()) void requests.onRequest(data)

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readUri: (text: string) =>
      readPairingUri(text, { now: now(), used: client.listUsedTopics() }),
    pair,
    approve,
    reject,
    disconnect,
    openRequest: requests.openRequest,
    refuse: requests.refuse,
    reconnect: client.reconnect,
  }

  function onEvent(event: ClientEvent): void {
    switch (event.name) {
      case 'session_proposal':
        onProposal(event.data)
        break
      case 'session_request':
        void requests.onRequest(event.data)
        break
      case 'session_delete':
      case 'session_expire':
        onSessionEnd(readTopic(event.data))
        break
      case 'proposal_expire':
        dropProposal(readId(event.data))
        break
      case 'session_request_expire':
        requests.expireById(readId(event.data))
        break
      case 'relay':
        change({ isConnected: event.isConnected })
        break
    }
  }

  async function pair(uri: string, topic: string): Promise<void> {
    change({ pairing: { status: 'connecting' } })
    try {
      await client.pair(uri)
    } catch (error) {
      const words =
        error instanceof BaseError
          ? error.message
          : 'WalletConnect did not take this code. Let the dapp show a new one.'
      return change({ pairing: { status: 'failed', words } })
    }
    // The dapp may have been quicker than the relay's own answer.
    if (state.pairing?.status !== 'connecting') return
    change({ pairing: { status: 'waiting' } })
    setTimeout(() => {
      const isMissing = !state.proposals.some(
        ({ pairingTopic }) => pairingTopic === topic,
      )
      if (isMissing && state.pairing?.status === 'waiting')
        change({ pairing: { status: 'silent' } })
    }, silence)
  }

  function onProposal(data: unknown): void {
    const proposal = readProposal(data)
    if (!proposal || proposal.expiresAt <= now()) return
    const others = state.proposals.filter(({ id }) => id !== proposal.id)
    change({ pairing: undefined, proposals: [...others, proposal] })
    setTimeout(
      () => dropProposal(proposal.id),
      Math.min(proposal.expiresAt - now(), longestTimer),
    )
  }

  function dropProposal(id: number | undefined): void {
    change({ proposals: state.proposals.filter((one) => one.id !== id) })
  }

  async function approve(
    proposal: Proposal,
    place: DappPlace & { chainName: string },
  ): Promise<void> {
    const verdict = judgeProposal(proposal, place, now())
    if ('refusal' in verdict) throw verdict.refusal
    const { namespaces } = verdict
    const topic = await client.approve({ id: proposal.id, namespaces })
    dropProposal(proposal.id)
    const verification = proposal.peer?.verification ?? { kind: 'unverified' }
    refresh({ topic, verification })
  }

  /** Without a reason of its own it is the person who said no. */
  async function reject(
    proposal: Proposal,
    reason = new RefusedError('proposalRejected', 'The person said no.'),
  ): Promise<void> {
    dropProposal(proposal.id)
    await client.reject({ id: proposal.id, error: toRpcError(reason) })
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
    const sessions = readSessions()
    memory.keepSessions(
      sessions.map(({ topic }) => topic),
      added,
    )
    // Once more: what was remembered belongs to it.
    change({ sessions: readSessions() })
  }

  function readSessions(): DappSession[] {
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
