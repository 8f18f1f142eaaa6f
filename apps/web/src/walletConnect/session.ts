import { type Address, getAddress } from 'viem'
import * as z from 'zod/mini'
import { type Peer, readPeer } from './peer.js'

/** A dapp that is connected to one safe on one chain. */
export type DappSession = {
  topic: string
  peer: Peer
  chainId: number
  address: Address
  /** Milliseconds. */
  expiresAt: number
}

const session = z.object({
  topic: z.string(),
  expiry: z.number(),
  peer: z.object({ metadata: z.unknown() }),
  namespaces: z.object({
    eip155: z.object({ accounts: z.array(z.string()) }),
  }),
})

/** Undefined: none of ours, and nothing of it is answered. */
export function readSession(data: unknown): DappSession | undefined {
  const parsed = z.safeParse(session, data)
  if (!parsed.success) return undefined
  const { topic, expiry, peer: given, namespaces } = parsed.data
  const [account = ''] = namespaces.eip155.accounts
  const parts = /^eip155:(\d{1,15}):(0x[0-9a-fA-F]{40})$/.exec(account)
  const peer = readPeer(given.metadata, undefined)
  if (!parts || !peer) return undefined
  const [, chainId, address = ''] = parts
  return {
    topic,
    peer,
    chainId: Number(chainId),
    address: getAddress(address),
    expiresAt: expiry * 1000,
  }
}
