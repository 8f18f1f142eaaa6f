import { type Address, getAddress, type Hex } from 'viem'
import { createRequestDesk } from '../apps/requestDesk.js'
import type { DappHost } from '../walletConnect/answerDapp.js'
import type { Bundle, Fate } from '../walletConnect/callsStatus.js'
import type { ClientEvent, DappClient, Reply } from '../walletConnect/client.js'
import { createDapps, type DappMemory } from '../walletConnect/dapps.js'

export const safe: Address = getAddress(`0x${'a1'.repeat(20)}`)
export const stranger: Address = getAddress(`0x${'b2'.repeat(20)}`)
export const safeTxHash: Hex = `0x${'11'.repeat(32)}`
export const topic = 'aa'.repeat(32)
export const place = { chainId: 31337, chainName: 'Local 1', address: safe }

export const metadata = {
  name: 'Swap',
  description: 'Swaps.',
  url: 'https://swap.example/path',
  icons: ['https://swap.example/icon.png'],
}

export function session(given: { topic?: string; account?: string } = {}) {
  return {
    topic: given.topic ?? topic,
    expiry: 4_000_000_000,
    peer: { metadata },
    namespaces: {
      eip155: { accounts: [given.account ?? `eip155:31337:${safe}`] },
    },
  }
}

export function proposal(
  given: {
    required?: Record<string, unknown>
    optional?: Record<string, unknown>
    verified?: Record<string, unknown>
    metadata?: unknown
    expiryTimestamp?: number
  } = {},
) {
  const own = { chains: ['eip155:31337'], methods: [], events: [] }
  return {
    id: 1,
    params: {
      pairingTopic: 'bb'.repeat(32),
      expiryTimestamp: given.expiryTimestamp ?? 4_000_000_000,
      proposer: { metadata: given.metadata ?? metadata },
      requiredNamespaces: given.required ?? {},
      optionalNamespaces: given.optional ?? { eip155: own },
    },
    verifyContext: {
      verified: {
        origin: 'https://swap.example',
        validation: 'VALID',
        verifyUrl: '',
        ...given.verified,
      },
    },
  }
}

/** WalletConnect's client, as far as a wallet sees it, without a network. */
export function standIn(
  given: {
    sessions?: ReturnType<typeof session>[]
    fate?: Fate
    signatures?: string[]
    pair?: () => Promise<void>
    respond?: () => Promise<void>
  } = {},
) {
  const sessions = given.sessions ?? [session()]
  const replies: { topic: string; id: number; reply: Reply }[] = []
  const rejected: { id: number; error: { code: number; message: string } }[] =
    []
  const approved: unknown[] = []
  const told: string[] = []
  const shown: Hex[] = []
  const bundles: Bundle[] = []
  const kept = new Map<string, { kind: string }>()
  const signatures = [...(given.signatures ?? [])]
  let emit: (event: ClientEvent) => void = () => undefined
  const client: DappClient = {
    pair: given.pair ?? (async () => undefined),
    approve: async (parameters) => {
      approved.push(parameters)
      sessions.push(session({ topic: 'cc' }))
      return 'cc'
    },
    reject: async (parameters) => void rejected.push(parameters),
    respond: async (parameters) => {
      await given.respond?.()
      replies.push(parameters)
    },
    disconnect: async (ended) => {
      const index = sessions.findIndex((one) => one.topic === ended)
      sessions.splice(index, 1)
    },
    listSessions: () => sessions,
    listRequests: () => [],
    listUsedTopics: () => ['dd'.repeat(32)],
    watch: (listener) => {
      emit = listener
    },
    reconnect: async () => undefined,
  }
  const host: DappHost = {
    readSignature: async () => signatures.shift() ?? '',
    readFate: async () => given.fate ?? { kind: 'pending' },
    findTransactionHash: async () => undefined,
    showTransaction: (_, hash) => void shown.push(hash),
  }
  const memory: DappMemory = {
    listBundles: () => bundles,
    addBundle: (bundle) => void bundles.push(bundle),
    findVerification: (of) => kept.get(of) as never,
    keepSessions: (_, added) => {
      if (added) kept.set(added.topic, added.verification)
    },
  }
  const desk = createRequestDesk()
  const tell = (words: string) => void told.push(words)
  const dapps = createDapps({ client, host, memory, desk, tell })
  let lastId = 0
  return {
    dapps,
    desk,
    replies,
    rejected,
    approved,
    told,
    shown,
    bundles,
    emit: (event: ClientEvent) => emit(event),
    /** What a dapp asks for; answers with the id that a reply repeats. */
    ask(
      method: string,
      params: unknown,
      over: {
        topic?: string
        chainId?: string
        id?: number
        expiryTimestamp?: number
        verified?: Record<string, unknown>
      } = {},
    ): number {
      lastId += 1
      const id = over.id ?? lastId
      emit({
        name: 'session_request',
        data: {
          topic: over.topic ?? topic,
          id,
          params: {
            chainId: over.chainId ?? 'eip155:31337',
            request: {
              method,
              params,
              ...(over.expiryTimestamp !== undefined && {
                expiryTimestamp: over.expiryTimestamp,
              }),
            },
          },
          verifyContext: {
            verified: { origin: '', validation: 'UNKNOWN', ...over.verified },
          },
        },
      })
      return id
    },
  }
}
