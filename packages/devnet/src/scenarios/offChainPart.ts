import { BaseError, getDelegateTypedData, getTotp } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { accounts } from '../accounts.js'

/**
 * What people have told the gateway and not the chain, as JSON: bodies of its
 * write routes. Delegates come first, since some proposals are theirs.
 */
export type OffChainPart = {
  delegates: readonly DelegateEntry[]
  proposals: readonly ProposalEntry[]
  messages: readonly MessageEntry[]
}

/** `POST /v2/chains/{chainId}/delegates`, still without its signature. */
export type DelegateEntry = {
  chainId: number
  body: { safe: Address; delegate: Address; delegator: Address; label: string }
}

/**
 * `POST /v1/chains/{chainId}/transactions/{safe}/propose`, then for each
 * confirmation `POST .../transactions/{safeTxHash}/confirmations`.
 */
export type ProposalEntry = {
  chainId: number
  safe: Address
  body: {
    to: Address
    value: string
    data: Hex
    operation: 0 | 1
    safeTxGas: string
    baseGas: string
    gasPrice: string
    gasToken: Address
    refundReceiver: Address
    nonce: string
    safeTxHash: Hex
    sender: Address
    signature: Hex
    origin: string
  }
  confirmations: readonly Confirmation[]
}

/**
 * `POST /v1/chains/{chainId}/safes/{safe}/messages`, then for each
 * confirmation `POST .../messages/{messageHash}/signatures`.
 */
export type MessageEntry = {
  chainId: number
  safe: Address
  messageHash: Hex
  body: { message: string; signature: Hex; origin: string }
  confirmations: readonly Confirmation[]
}

export type Confirmation = { signer: Address; signature: Hex }

/**
 * The signature of a delegate's body. It holds for the hour in which it is
 * made and the next, so it cannot be part of the description.
 */
export async function signDelegate(
  { chainId, body: { delegate, delegator } }: DelegateEntry,
  { unixSeconds }: { unixSeconds: number },
): Promise<Hex> {
  const account = accounts.find(({ address }) => address === delegator)
  if (!account) throw new NotADemoAccountError({ address: delegator })
  const totp = getTotp({ unixSeconds })
  return account.signTypedData(
    getDelegateTypedData({ chainId, delegate, totp }),
  )
}

export class NotADemoAccountError extends BaseError {
  override name = 'NotADemoAccountError'

  constructor({ address }: { address: Address }) {
    super(`${address} is none of the demo accounts, so its key is not known.`)
  }
}
