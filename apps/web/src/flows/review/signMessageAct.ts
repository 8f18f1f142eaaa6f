import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { MessageCheck } from '../../trust/checkMessage.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { keptMessageSignatures, wrongSignatures } from '../keptWork.js'
import type { MessageOutcome } from '../messageOutcome.js'
import { signBlindly, signSafeMessage, WrongSignatureError } from '../sign.js'
import { nameMessageSignature, submitMessageSignature } from '../submit.js'
import type { MessageSealProps } from './messageReviewProps.js'
import { approve, ChangedMeanwhileError } from './performAct.js'
import type { Act } from './reviewProps.js'

type Work = {
  act: Exclude<Act, 'execute'>
  props: MessageSealProps
  wallet: WalletLayer | undefined
  account: Address | undefined
  /** Made a moment ago, after the button was pressed. */
  check: MessageCheck
  queries: QueryClient
}

/** One press of the button, from the last check to the outcome. */
export async function signMessageAct(work: Work): Promise<MessageOutcome> {
  const { wallet, account, check, props, queries } = work
  const { domain, content, proposal, hash } = props
  if (!wallet || !account) throw new ProviderRequiredError()
  if (check.isRefused || check.hash !== hash) throw new ChangedMeanwhileError()
  const signature = await sign({ ...work, wallet, account })
  try {
    await submitMessageSignature({
      domain,
      content,
      signature,
      isProposed: proposal !== undefined,
    })
  } catch (error) {
    const name = nameMessageSignature({ messageHash: hash, signer: account })
    const kept = await keptMessageSignatures.read(name)
    if (!kept) throw error
    return { kind: 'kept', kept, error }
  } finally {
    void queries.invalidateQueries({ queryKey: ['gateway'] })
  }
  const verified = check.confirmations.filter(
    ({ status }) => status === 'verified',
  ).length
  const missing = Math.max(0, check.safe.threshold - verified - 1)
  return { kind: 'signed', messageHash: hash, missing }
}

/** S51: what the wallet signed instead is recorded before it is told. */
async function sign({
  act,
  props: { domain, content, hash, place },
  wallet,
  account,
  check,
}: Work & { wallet: WalletLayer; account: Address }) {
  const { chainId, safe } = domain
  try {
    if (act === 'approve')
      return await approve({ props: { domain, hash, place }, wallet, account })
    if (act === 'signBlindly')
      return await signBlindly({ wallet, account, chainId, hash })
    return await signSafeMessage({
      wallet,
      account,
      domain,
      content,
      shown: hash,
    })
  } catch (error) {
    if (error instanceof WrongSignatureError)
      await wrongSignatures.write(`${hash}:${Date.now()}`, {
        chainId,
        safe,
        nonce: check.safe.nonce,
        safeTxHash: hash,
        account,
        signature: error.answer.slice(0, 2000),
        at: Date.now(),
      })
    throw error
  }
}
