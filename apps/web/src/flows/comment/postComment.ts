import { toCommentText } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { sendComment } from '../../queries/comments.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { signComment } from '../act/sign.js'
import { askOnlyWhile, type Waiting } from '../act/waiting.js'

/** Asks the wallet to sign a comment and hands it to the gateway. */
export async function postComment({
  wallet,
  account,
  chainId,
  safe,
  safeTxHash,
  written,
  waiting,
}: {
  wallet: WalletLayer | undefined
  account: Address | undefined
  chainId: number
  safe: Address
  safeTxHash: Hex
  written: string
  waiting: Waiting
}): Promise<true | undefined> {
  if (!wallet || !account) throw new ProviderRequiredError()
  const text = toCommentText(written)
  const writtenAt = Date.now()
  const signature = await signComment({
    wallet: askOnlyWhile(waiting, wallet),
    account,
    comment: { chainId, safe, safeTxHash, text, writtenAt },
  })
  // Who has stopped waiting says nothing.
  if (!waiting.isAwaited()) return undefined
  await sendComment(
    { chainId, address: safe, safeTxHash },
    { text, writtenAt, signature },
  )
  return true
}
