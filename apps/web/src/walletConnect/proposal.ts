import { nameChain } from '@covault/protocol'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { Namespaces } from './client.js'
import { type Peer, readPeer } from './peer.js'
import { RefusedError } from './rpcError.js'

/** One safe on one chain, as a dapp is told of it. */
export type DappPlace = { chainId: number; address: Address }

export type Proposal = {
  id: number
  pairingTopic: string
  /** Undefined: it does not say who it is. */
  peer: Peer | undefined
  /** Milliseconds. */
  expiresAt: number
  required: Asked
  optional: Asked
}

/** Chains as CAIP-2 names, "eip155:1". */
type Asked = {
  chains: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

export const supportedMethods = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'safe_setSettings',
] as const

/** The first two happen; libraries ask for the others and never get any. */
const supportedEvents = [
  'chainChanged',
  'accountsChanged',
  'message',
  'connect',
  'disconnect',
]

const texts = z
  .array(z.string().check(z.maxLength(200)))
  .check(z.maxLength(500))
const namespaces = z.record(
  z.string(),
  z.object({
    chains: z.optional(texts),
    methods: z._default(texts, []),
    events: z._default(texts, []),
  }),
)
const event = z.object({
  id: z.number(),
  params: z.object({
    pairingTopic: z.string(),
    expiryTimestamp: z.number(),
    proposer: z.object({ metadata: z.unknown() }),
    requiredNamespaces: z._default(namespaces, {}),
    optionalNamespaces: z._default(namespaces, {}),
  }),
  verifyContext: z.optional(z.unknown()),
})

/** Undefined: nothing that could be answered. */
export function readProposal(data: unknown): Proposal | undefined {
  const parsed = z.safeParse(event, data)
  if (!parsed.success) return undefined
  const { id, params, verifyContext } = parsed.data
  return {
    id,
    pairingTopic: params.pairingTopic,
    peer: readPeer(params.proposer.metadata, verifyContext),
    expiresAt: params.expiryTimestamp * 1000,
    required: flatten(params.requiredNamespaces),
    optional: flatten(params.optionalNamespaces),
  }
}

/** A namespace can be named by its chain: "eip155:1" instead of "eip155". */
function flatten(given: z.output<typeof namespaces>): Asked {
  const entries = Object.entries(given)
  return {
    chains: entries.flatMap(([name, { chains }]) =>
      name.includes(':') ? [name] : (chains ?? [`${name}:`]),
    ),
    methods: entries.flatMap(([, { methods }]) => methods),
    events: entries.flatMap(([, { events }]) => events),
  }
}

/** What is answered to a yes, or the error that says why there can be none. */
export function judgeProposal(
  { peer, required, optional, expiresAt }: Proposal,
  place: DappPlace & { chainName: string },
  now: number,
): { namespaces: Namespaces } | { refusal: RefusedError } {
  const own = `eip155:${place.chainId}`
  const refuse = (...given: ConstructorParameters<typeof RefusedError>) => ({
    refusal: new RefusedError(...given),
  })
  if (expiresAt <= now)
    return refuse('expired', 'The dapp’s connection request has expired.')
  if (!peer)
    return refuse('proposalRejected', 'The dapp doesn’t state its web address.')
  if (peer.verification.kind === 'scam')
    return refuse(
      'proposalRejected',
      'WalletConnect reports this dapp as fraudulent.',
    )
  const foreign = required.chains.find((chain) => !chain.startsWith('eip155:'))
  if (foreign)
    return refuse(
      'proposedNamespace',
      `The dapp requires ${nameChains([foreign])}. A safe only works on Ethereum-compatible networks.`,
    )
  const others = required.chains.filter(
    (chain) => chain !== own && chain !== 'eip155:',
  )
  if (others.length > 0)
    return refuse(
      'proposedChains',
      `The dapp requires ${nameChains(others)}. This safe is only on ${place.chainName} (chain ID ${place.chainId}).`,
    )
  const asked = [...required.chains, ...optional.chains]
  if (!asked.some((chain) => chain === own || chain === 'eip155:'))
    return refuse(
      'proposedChains',
      `The dapp supports ${nameChains(asked)}, but this safe is on ${place.chainName} (chain ID ${place.chainId}).`,
    )
  const methods = missing(required.methods, supportedMethods)
  if (methods.length > 0)
    return refuse(
      'proposedMethods',
      `The dapp requires ${list(methods)}, which a safe can’t do${methods.includes('eth_sign') ? '; eth_sign is refused because it hides what is signed' : ''}.`,
    )
  const events = missing(required.events, supportedEvents)
  if (events.length > 0)
    return refuse(
      'proposedEvents',
      `The dapp requires the events ${list(events)}, which a safe doesn’t support.`,
    )
  return {
    namespaces: {
      eip155: {
        chains: [own],
        accounts: [`${own}:${place.address}`],
        methods: [...supportedMethods],
        events: supportedEvents,
      },
    },
  }
}

function missing(asked: readonly string[], known: readonly string[]): string[] {
  return [...new Set(asked)].filter((one) => !known.includes(one))
}

function nameChains(chains: readonly string[]): string {
  if (chains.length === 0) return 'no network at all'
  return list(
    [...new Set(chains)].map((chain) =>
      chain.startsWith('eip155:') && chain !== 'eip155:'
        ? nameChain(chain.slice('eip155:'.length))
        : chain.replace(/:.*$/, ''),
    ),
  )
}

/** These are the dapp's own words: a few of them are enough. */
function list(words: readonly string[]): string {
  const shown = words.slice(0, 5).map((word) => word.slice(0, 40))
  const rest = words.length - shown.length
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
