import {
  completeTransaction,
  type DeployedSafe,
  demoAccounts,
} from '@covault/devnet'
import { type Hex, toHex } from 'viem'
import { saveMessage } from '../../apps/gateway/src/store/messages.js'
import type { Store } from '../../apps/gateway/src/store/openStore.js'
import { storeProposal } from '../../apps/gateway/src/testing/proposals.js'
import { nestedCalls } from './longData.js'

const items = 100

/** What a request of one megabyte could once carry. */
const messageSize = 900_000
const bulk: Hex = `0x${'ab'.repeat(450_000)}`

const signer = demoAccounts.stranger.address
const data: Hex = `0x${'11'.repeat(64)}1b`

/**
 * Messages and calldata from a time when they could be larger, and batches in
 * batches. Returns the hashes of the messages.
 */
export async function fillLists(
  store: Store,
  safe: DeployedSafe,
): Promise<Hex[]> {
  const hashes: Hex[] = []
  for (let at = 1; at <= items; at++) {
    const messageHash = toHex(at, { size: 32 })
    const message = {
      chainId: safe.chainId,
      safe: safe.address,
      messageHash,
      content: `${at} ${'m'.repeat(messageSize)}`,
      origin: null,
      safeAppId: null,
      confirmation: { owner: signer, signature: data, kind: 'ecdsa' },
    } as const
    await saveMessage(store, message, { threshold: 1n, waiting: items })
    hashes.push(messageHash)
    await storeProposal(store, {
      safe,
      safeTxHash: messageHash,
      transaction: completeTransaction({
        ...(at % 2 === 0 ? nestedCalls : { to: signer, data: bulk }),
        nonce: BigInt(at),
      }),
      signatures: [{ kind: 'ecdsa', signer, data }],
    })
  }
  return hashes
}
