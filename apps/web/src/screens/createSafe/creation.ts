import { decodeLog } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex, TransactionReceipt } from 'viem'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../../trust/chainClient.js'
import { readHead } from '../../trust/head.js'
import { readSafe, type SafeState } from '../../trust/safe.js'
import { findReceipt, findSent } from '../../trust/sentTransactions.js'
import type { SafePlan } from '../../understand/newSafe/safePlan.js'

/** A creation that was handed to the network. */
export type SentCreation = {
  transactionHash: Hex
  /** Where the safe was predicted to be. */
  address: Address
  /** Milliseconds since 1970. */
  sentAt: number
}

export type CreationState =
  | { status: 'waiting'; isKnown: boolean }
  | { status: 'created'; safe: SafeState; block: bigint }
  | { status: 'reverted' }
  /** Mined, and something else came out of it. */
  | { status: 'different' }

/** Milliseconds between two looks; nobody wants to wait longer than the chain. */
const lookInterval = 1000

/**
 * What became of a creation, asked of the chain alone: after a reload the
 * answer is the same.
 */
export function creationQuery(
  chain: ChainConfig,
  parameters: { plan: SafePlan; sent: SentCreation },
) {
  return queryOptions({
    queryKey: ['creation', chain.chainId, parameters.sent.transactionHash],
    queryFn: () =>
      readCreation(createChainClient(chain), { chain, ...parameters }),
    refetchInterval: ({ state: { data } }) =>
      !data || data.status === 'waiting' ? lookInterval : false,
  })
}

export async function readCreation(
  client: ChainClient,
  {
    chain,
    plan,
    sent,
  }: { chain: ChainConfig; plan: SafePlan; sent: SentCreation },
): Promise<CreationState> {
  const head = await readHead(client, chain)
  const [receipt, reading] = await Promise.all([
    findReceipt(client, sent.transactionHash),
    readSafe(client, { address: sent.address, head }),
  ])
  // The address tells the whole setup: no matter who sent it, this is the safe.
  if (reading.status === 'safe' && isAsPlanned(reading.safe, plan))
    return {
      status: 'created',
      safe: reading.safe,
      block: reading.provenance.block,
    }
  if (!receipt)
    return {
      status: 'waiting',
      // The node may drop it again.
      isKnown: Boolean(await findSent(client, sent.transactionHash)),
    }
  if (receipt.status === 'reverted') return { status: 'reverted' }
  // A node may answer for the receipt before it answers for the state.
  if (createdProxies(receipt).includes(sent.address))
    return { status: 'waiting', isKnown: true }
  return { status: 'different' }
}

function isAsPlanned(safe: SafeState, plan: SafePlan): boolean {
  return (
    safe.threshold === plan.threshold &&
    safe.owners.length === plan.owners.length &&
    plan.owners.every((owner) => safe.owners.includes(owner))
  )
}

function createdProxies(receipt: TransactionReceipt): Address[] {
  return receipt.logs.flatMap((log) => {
    const event = decodeLog(log)
    return event?.type === 'proxyCreation' ? event.proxy : []
  })
}
