import {
  type Call,
  type CallNode,
  type CallTree,
  decodeCall,
  type Finding,
  getIntent,
  getKnownContracts,
  type Intent,
  type KnownContract,
  type TokenFacts,
} from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { listUsedMethods } from '../../preferences/usedMethods.js'
import { type ContractFacts, contractsQuery } from '../../trust/contracts.js'
import type { SafePlace, SafeScope } from '../safe/safePlace.js'
import { listNamedSpenders } from './namedSpenders.js'
import { listNamedTokens } from './namedTokens.js'
import type { ReadTransaction, SignedTransaction } from './readTransaction.js'

/** What the bytes do, as far as bytes and chain tell. */
export type DecodedTransaction = {
  tree: CallTree
  intent: Intent
  /** By the path of their call, `0.2`. */
  intents: ReadonlyMap<string, Intent>
  /** By checksummed address: what the chain says the targets are. */
  contracts: ReadonlyMap<Address, ContractFacts>
  /** Targets that were too many to be asked about. */
  unaskedCount: number
}

/** What owners sign, as far as its meaning is concerned. */
export type Signed = Pick<SignedTransaction, 'domain' | 'transaction'>

/** Keyed by what is decoded: other bytes are another question. */
export function decodedQuery(
  { chain, address, safe }: SafePlace,
  {
    call,
    signed,
    digest,
  }: Omit<ReadTransaction, 'signed'> & { signed: Signed | undefined },
) {
  return queryOptions({
    queryKey: [
      'decoded',
      chain.chainId,
      address,
      digest,
      call?.to,
      call?.operation,
      [safe.version, safe.owners, safe.threshold],
    ],
    queryFn: ({ client }) =>
      call
        ? decode(client, {
            place: { chain, address, safe },
            call,
            signed,
          })
        : null,
    enabled: call !== undefined,
    // The bytes do not change, and the tree of a large batch is large.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
}

/** A batch may name thousands; that many are looked up. */
const mostContracts = 100

async function decode(
  cache: QueryClient,
  {
    place,
    call,
    signed,
  }: {
    place: SafePlace
    call: Call
    signed: Signed | undefined
  },
): Promise<DecodedTransaction> {
  const { chain, address } = place
  const draft = decodeCall(call, {
    safe: address,
    contracts: getKnownContracts({ chainId: chain.chainId }),
  })
  const targets = [
    ...new Set([
      ...draft.calls.map(({ target }) => target),
      ...listNamedTokens(draft.calls),
      ...listNamedSpenders(draft.calls),
    ]),
  ]
  const asked = targets.slice(0, mostContracts)
  const [facts, hints] = await Promise.all([
    cache.fetchQuery(contractsQuery(chain, asked)),
    // Somebody's word, like any ABI: it suggests names, it proves nothing.
    listUsedMethods(chain.chainId, asked),
  ])
  const contracts = new Map(facts.map((one) => [one.address, one]))
  await breathe()
  const tree = decodeCall(call, {
    safe: address,
    contracts: toKnownContracts(chain.chainId, facts),
    hints,
  })
  await breathe()
  const intent = getIntent(tree, toIntentContext(place, facts, signed))
  return {
    tree,
    intent,
    intents: listIntents(intent),
    contracts,
    unaskedCount: targets.length - asked.length,
  }
}

/** Where no chain answers: what the bytes and the release say alone. */
export function decodeBytes(
  { chain, address }: SafeScope,
  { transaction }: Pick<Signed, 'transaction'> & Partial<Signed>,
): DecodedTransaction {
  const tree = decodeCall(transaction, {
    safe: address,
    contracts: getKnownContracts({ chainId: chain.chainId }),
  })
  const intent = getIntent(tree, {
    nonce: transaction.nonce,
    nativeCurrency: chain.nativeCurrency,
  })
  return {
    tree,
    intent,
    intents: listIntents(intent),
    contracts: new Map(),
    unaskedCount: 0,
  }
}

/** Lets the page draw and answer between two long steps. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function toKnownContracts(
  chainId: number,
  facts: readonly ContractFacts[],
): Map<Address, KnownContract> {
  const codeHashes = new Map<Address, Hex>(
    facts.flatMap(({ address, codeHash }) =>
      codeHash ? [[address, codeHash] as const] : [],
    ),
  )
  const tokens = facts.flatMap(({ address, kind }) =>
    kind ? [[address, { kind }] as const] : [],
  )
  // What is published goes before what a contract says of itself.
  return new Map<Address, KnownContract>([
    ...tokens,
    ...getKnownContracts({ chainId, codeHashes }),
  ])
}

function toIntentContext(
  { chain, address, safe }: SafePlace,
  facts: readonly ContractFacts[],
  signed: Signed | undefined,
) {
  const { owners, threshold } = safe
  return {
    nonce: signed?.transaction.nonce,
    nativeCurrency: chain.nativeCurrency,
    tokens: new Map<Address, TokenFacts>(
      facts.flatMap(({ address: token, token: words }) =>
        words ? [[token, words] as const] : [],
      ),
    ),
    ownerSets: new Map([
      ...facts.flatMap(({ address: other, ownerSet }) =>
        ownerSet ? [[other, ownerSet] as const] : [],
      ),
      [address, { owners, threshold }] as const,
    ]),
  }
}

/** Every meaning in the tree, by the call that has it. */
function listIntents(root: Intent): Map<string, Intent> {
  const found = new Map<string, Intent>()
  const pending = [root]
  for (let intent = pending.pop(); intent; intent = pending.pop()) {
    found.set(toPathKey(intent.path), intent)
    pending.push(...listInner(intent))
  }
  return found
}

function listInner(intent: Intent): readonly Intent[] {
  switch (intent.kind) {
    case 'batch':
      return intent.intents
    case 'executeTransaction':
      return intent.intent ? [intent.intent] : []
    case 'unknownCall':
    case 'delegateCall':
      return intent.candidates.flatMap(listInner)
    default:
      return []
  }
}

export function toPathKey(path: CallNode['path']): string {
  return path.join('.')
}

/** An odd call must not hide at the end of a long batch. */
export function findFlagged(
  calls: readonly CallNode[],
  findings: readonly Finding[],
): CallNode[] {
  if (calls.length === 0) return []
  const paths = new Set(
    findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ path }) => toPathKey(path)),
  )
  return calls.filter(({ path }) => paths.has(toPathKey(path)))
}
