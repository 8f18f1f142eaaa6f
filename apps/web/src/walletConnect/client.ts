import { BaseError } from '@covault/protocol'
import type { RpcError } from './rpcError.js'

export type Namespaces = Record<
  string,
  { chains: string[]; accounts: string[]; methods: string[]; events: string[] }
>

/** What the library reports. The data comes from others and is parsed. */
export type ClientEvent =
  | {
      name:
        | 'session_proposal'
        | 'session_request'
        | 'session_delete'
        | 'session_expire'
        | 'proposal_expire'
        | 'session_request_expire'
      data: unknown
    }
  | { name: 'relay'; isConnected: boolean }

export type Reply =
  | { result: unknown; error?: never }
  | { error: RpcError; result?: never }

/** The small part of WalletConnect's client that a wallet needs. */
export type DappClient = {
  pair: (uri: string) => Promise<void>
  /** Answers with the topic of the session. */
  approve: (parameters: {
    id: number
    namespaces: Namespaces
  }) => Promise<string>
  reject: (parameters: { id: number; error: RpcError }) => Promise<void>
  respond: (parameters: {
    topic: string
    id: number
    reply: Reply
  }) => Promise<void>
  disconnect: (topic: string) => Promise<void>
  listSessions: () => readonly unknown[]
  /** What came and was not answered, also before this page was loaded. */
  listRequests: () => readonly unknown[]
  /** Topics of codes that led to a session. */
  listUsedTopics: () => readonly string[]
  watch: (listener: (event: ClientEvent) => void) => void
  /** Tries once more to reach the relay. */
  reconnect: () => Promise<void>
}

export class RelayUnreachableError extends BaseError {
  constructor() {
    super(
      'Can’t reach WalletConnect. Dapps can’t be reached; everything else works.',
    )
  }
}

export class VerifierSilentError extends BaseError {
  constructor() {
    super('Can’t verify where the dapp comes from.')
  }
}
