import { completeTransaction, type TransactionPlan } from '@covault/devnet'
import type { Hex } from 'viem'
import { count, inventAddress, inventSignature, pick } from '../invented.js'
import { nestCalls } from '../longData.js'
import { toProposalBody } from '../proposalBody.js'
import { type Ask, type Attack, post, type Target } from '../target.js'

/** A proposal that nobody signed, in the name of somebody who could have. */
function propose(
  { safe }: Target,
  parameters: {
    sender: `0x${string}`
    nonce: bigint
    bytes?: number
    plan?: TransactionPlan
    signature?: Hex
    note?: string
  },
): Ask {
  const { sender, nonce, bytes = 0, signature = null, note } = parameters
  const data: Hex = `0x${'ab'.repeat(bytes)}`
  const body = toProposalBody(safe, {
    transaction: completeTransaction({
      ...(parameters.plan ?? { to: inventAddress(), data }),
      value: BigInt(count()),
      nonce,
    }),
    sender,
    signature,
    origin: JSON.stringify({ name: 'Covault', note: note ?? 'urgent' }),
  })
  return post(
    `/v1/chains/${safe.chainId}/transactions/${safe.address}/propose`,
    body,
  )
}

/** Above what the honest owner has reached by then. */
const someNonce = () => BigInt(1_000 + Math.floor(Math.random() * 1_000))

export const forgedProposals: Attack = {
  name: 'proposals with a forged sender and note',
  ask: (target) =>
    propose(target, {
      sender: pick(target.owners),
      nonce: someNonce(),
      bytes: pick([0, 60_000, 450_000]),
      note: 'n'.repeat(pick([10, 150, 10_000])),
    }),
}

export const contractOwnerProposals: Attack = {
  name: 'proposals that name a contract owner',
  ask: (target) =>
    propose(target, {
      sender: target.council.address,
      nonce: someNonce(),
      bytes: pick([0, 450_000]),
    }),
}

const small = nestCalls({ levels: 12, bytes: 10_000 })

export const nestedProposals: Attack = {
  name: 'proposals of batches in batches',
  ask: (target) =>
    propose(target, {
      sender: pick(target.owners),
      nonce: someNonce(),
      plan: small,
    }),
}

export const farNonces: Attack = {
  name: 'proposals at the last nonces',
  ask: (target) =>
    propose(target, {
      sender: pick(target.owners),
      nonce: pick([2n ** 53n - 1n, 2n ** 53n, 20_000n, 2n ** 256n - 1n]),
    }),
}

export const badSignatures: Attack = {
  name: 'proposals with a wrong signature',
  ask: (target) =>
    propose(target, {
      sender: pick(target.owners),
      nonce: someNonce(),
      signature: inventSignature(),
    }),
}
