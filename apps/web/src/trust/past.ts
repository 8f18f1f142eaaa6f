import {
  type Call,
  decodeExecTransaction,
  decodeLog,
  type ExecutionEntry,
  hashSafeTransaction,
  isExecTransaction,
  pairExecutions,
  parseSafeVersion,
  type SafeTransaction,
  type TransactionEntry,
} from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import { type Address, getAddress, type Hex, numberToHex, pad } from 'viem'
import { getBlock, getTransaction } from 'viem/actions'
import { pollInterval } from '../lib/timing.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { headQuery } from './head.js'
import { type ReadProvenance, readAt } from './provenance.js'
import { type SafeState, safeQuery } from './safe.js'

/** What the logs of the last blocks tell of a safe, newest first. */
export type Past = {
  fromBlock: bigint
  toBlock: bigint
  entries: readonly PastEntry[]
  /** There were more in these blocks than are looked into. */
  hasMore: boolean
  provenance: ReadProvenance
}

type Place = {
  txHash: Hex
  block: bigint
  logIndex: number
  /** Milliseconds. */
  at: number
}

export type PastEntry = Place &
  (
    | {
        kind: 'execution'
        safeTxHash: Hex
        success: boolean
        executor: Address
        /** Undefined: neither log nor calldata tell, as of a nested call. */
        signed: { transaction: SafeTransaction; signatures: Hex } | undefined
      }
    | {
        kind: 'module'
        module: Address
        success: boolean
        call: Call | undefined
      }
    | {
        kind: 'transfer'
        from: Address
        to: Address
        /** Null: the native currency. */
        token: Address | null
        /** An amount, or the id of a collectible. */
        number: bigint
        isCollectible: boolean
      }
  )

/** About a week of Ethereum. Nodes that refuse so many are asked for fewer. */
const windows = [50_000n, 9_000n, 900n]

/** So many are looked into; each costs up to two questions more. */
const mostEntries = 100

const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export function pastQuery(chain: ChainConfig, address: Address) {
  return queryOptions({
    queryKey: ['past', chain.chainId, address],
    queryFn: async ({ client: cache }): Promise<Past> => {
      const fresh = { staleTime: pollInterval }
      const [head, reading] = await Promise.all([
        cache.fetchQuery({ ...headQuery(chain), ...fresh }),
        cache.fetchQuery({ ...safeQuery(chain, address), ...fresh }),
      ])
      return readPast(createChainClient(chain), {
        chainId: chain.chainId,
        address,
        head: head.number,
        safe: reading.status === 'safe' ? reading.safe : undefined,
      })
    },
    staleTime: pollInterval,
  })
}

type Asked = {
  chainId: number
  address: Address
  head: bigint
  safe: Pick<SafeState, 'nonce' | 'version'> | undefined
}

export async function readPast(
  client: ChainClient,
  { chainId, address, head, safe }: Asked,
): Promise<Past> {
  const { fromBlock, logs } = await readWindow(client, { address, head })
  const found = [...groupByTransaction(logs)].flatMap(([txHash, group]) =>
    listEntries({ chainId, address, group }).map((entry) => ({
      txHash,
      block: BigInt(group[0]?.blockNumber ?? '0x0'),
      entry,
    })),
  )
  const newest = found
    .sort((one, other) => compare(other, one))
    .slice(0, mostEntries)
  const sent = await readSentOnes(client, newest)
  const nonces = createNonces({ chainId, address, safe })
  const entries = newest.flatMap((one) => {
    const { from, input, to, at } = sent.get(one.txHash) ?? unknownSent
    const place = {
      txHash: one.txHash,
      block: one.block,
      logIndex: one.entry.logIndex,
      at,
    }
    const isDirect = to?.toLowerCase() === address.toLowerCase()
    return toPastEntry(one.entry, {
      place,
      address,
      executor: from,
      input: isDirect ? input : '0x',
      nonces,
    })
  })
  return {
    fromBlock,
    toBlock: head,
    entries,
    hasMore: found.length > newest.length,
    provenance: readAt(client, head),
  }
}

type Log = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  transactionHash: Hex
  blockNumber: Hex
  logIndex: Hex
}

/** The widest window that the node looks through. */
async function readWindow(
  client: ChainClient,
  { address, head }: { address: Address; head: bigint },
): Promise<{ fromBlock: bigint; logs: Log[] }> {
  let refusal: unknown
  for (const blocks of windows) {
    const fromBlock = head > blocks ? head - blocks : 0n
    const ask = (filter: object) =>
      client.request({
        method: 'eth_getLogs',
        params: [
          {
            fromBlock: numberToHex(fromBlock),
            toBlock: numberToHex(head),
            ...filter,
          },
        ],
      }) as Promise<Log[]>
    try {
      const logs = await Promise.all([
        ask({ address }),
        ask({ topics: [transferTopic, pad(address)] }),
        ask({ topics: [transferTopic, null, pad(address)] }),
      ])
      return { fromBlock, logs: logs.flat() }
    } catch (error) {
      refusal = error
      if (fromBlock === 0n) break
    }
  }
  throw refusal
}

function groupByTransaction(logs: readonly Log[]): Map<Hex, Log[]> {
  const groups = new Map<Hex, Map<Hex, Log>>()
  for (const log of logs) {
    const group = groups.get(log.transactionHash) ?? new Map<Hex, Log>()
    // A transfer to oneself comes with two of the questions.
    groups.set(log.transactionHash, group.set(log.logIndex, log))
  }
  return new Map(
    [...groups].map(([hash, group]) => [
      hash,
      [...group.values()].sort(
        (one, other) => Number(one.logIndex) - Number(other.logIndex),
      ),
    ]),
  )
}

type Told = Exclude<TransactionEntry, { type: 'creation' | 'unpaired' }>

/** What a transaction was for the safe; its own payments are in an execution. */
function listEntries({
  chainId,
  address,
  group,
}: {
  chainId: number
  address: Address
  group: readonly Log[]
}): Told[] {
  const logs = group.flatMap((log) => {
    const event = decodeLog(log)
    return event && event.type !== 'undecodable'
      ? { logIndex: Number(log.logIndex), event }
      : []
  })
  const entries = pairExecutions({ chainId, logs }).filter(
    (entry): entry is Told =>
      (entry.type === 'execution' || entry.type === 'moduleExecution') &&
      entry.safe === address
        ? true
        : entry.type === 'event' && isTransferOf(entry.event, address),
  )
  const isActing = entries.some(({ type }) => type !== 'event')
  return entries.filter(
    (entry) =>
      entry.type !== 'event' || !isActing || isIncoming(entry.event, address),
  )
}

type Event = Extract<TransactionEntry, { type: 'event' }>['event']

function isTransferOf(event: Event, safe: Address): boolean {
  if (event.type === 'safeReceived') return event.address === safe
  return (
    (event.type === 'erc20Transfer' || event.type === 'erc721Transfer') &&
    (event.from === safe || event.to === safe)
  )
}

function isIncoming(event: Event, safe: Address): boolean {
  return event.type === 'safeReceived' || ('to' in event && event.to === safe)
}

type Found = { block: bigint; entry: { logIndex: number } }

function compare(one: Found, other: Found): number {
  return one.block === other.block
    ? one.entry.logIndex - other.entry.logIndex
    : Number(one.block - other.block)
}

type Sent = { from: Address; to: Address | null; input: Hex; at: number }

const nobody = '0x0000000000000000000000000000000000000000'
const unknownSent: Sent = { from: nobody, to: null, input: '0x', at: 0 }

async function readSentOnes(
  client: ChainClient,
  found: readonly { txHash: Hex; block: bigint }[],
): Promise<Map<Hex, Sent>> {
  const blocks = new Map(found.map(({ txHash, block }) => [txHash, block]))
  const times = new Map<bigint, Promise<number>>()
  const readTime = (blockNumber: bigint) => {
    const asked =
      times.get(blockNumber) ??
      getBlock(client, { blockNumber }).then(
        ({ timestamp }) => Number(timestamp) * 1000,
      )
    times.set(blockNumber, asked)
    return asked
  }
  const read = [...blocks].map(async ([hash, block]): Promise<[Hex, Sent]> => {
    const [{ from, to, input }, at] = await Promise.all([
      getTransaction(client, { hash }),
      readTime(block),
    ])
    return [hash, { from: getAddress(from), to, input, at }]
  })
  return new Map(await Promise.all(read))
}

type Nonces = (
  transaction: Omit<SafeTransaction, 'nonce'>,
  safeTxHash: Hex,
) => bigint | undefined

/** Calldata holds all but the nonce; the hash says which one it was. */
function createNonces({
  chainId,
  address,
  safe,
}: Pick<Asked, 'chainId' | 'address' | 'safe'>): Nonces {
  const version = parseSafeVersion(safe?.version ?? '')?.version
  if (!safe || !version) return () => undefined
  const domain = { chainId, safe: address, version }
  // They are looked for newest first, so the next one is most often at hand.
  let likely = safe.nonce - 1n
  return (transaction, safeTxHash) => {
    const lowest = likely > 200n ? likely - 200n : 0n
    for (let nonce = likely; nonce >= lowest; nonce -= 1n) {
      const hash = hashSafeTransaction(domain, { ...transaction, nonce })
      if (hash !== safeTxHash) continue
      likely = nonce - 1n
      return nonce
    }
    return undefined
  }
}

type Context = {
  place: Place
  address: Address
  executor: Address
  input: Hex
  nonces: Nonces
}

function toPastEntry(entry: Told, context: Context): PastEntry[] {
  const { place, address, executor } = context
  if (entry.type === 'execution')
    return [
      {
        ...place,
        kind: 'execution',
        safeTxHash: entry.safeTxHash,
        success: entry.success ?? false,
        executor,
        signed: readSigned(entry, context),
      },
    ]
  if (entry.type === 'moduleExecution') {
    const { module, success, details } = entry
    const call = details && toCall(details.event)
    return [{ ...place, kind: 'module', module, success, call }]
  }
  const { event } = entry
  if (event.type === 'safeReceived')
    return [
      {
        ...place,
        kind: 'transfer',
        from: event.sender,
        to: address,
        token: null,
        number: event.value,
        isCollectible: false,
      },
    ]
  if (event.type !== 'erc20Transfer' && event.type !== 'erc721Transfer')
    return []
  const isCollectible = event.type === 'erc721Transfer'
  return [
    {
      ...place,
      kind: 'transfer',
      from: event.from,
      to: event.to,
      token: event.address,
      number: isCollectible ? event.tokenId : event.value,
      isCollectible,
    },
  ]
}

function toCall({
  to,
  value,
  data,
  operation,
}: Call & Record<string, unknown>): Call {
  return { to, value, data, operation }
}

function readSigned(
  { safeTxHash, details }: ExecutionEntry,
  { input, nonces }: Context,
): Extract<PastEntry, { kind: 'execution' }>['signed'] {
  if (details && !details.synthetic) {
    const { transaction, signatures } = details.event
    // Keeps the search for the others in step.
    nonces(transaction, safeTxHash)
    return { transaction, signatures }
  }
  if (!isExecTransaction(input)) return undefined
  try {
    const { transaction, signatures } = decodeExecTransaction(input)
    const nonce = nonces(transaction, safeTxHash)
    return nonce === undefined
      ? undefined
      : { transaction: { ...transaction, nonce }, signatures }
  } catch {
    return undefined
  }
}
