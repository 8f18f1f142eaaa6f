import type { MessageContent } from '@covault/api'
import type { SafeDomain } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import type { SigningAct } from './acts.js'
import { ChangedMeanwhileError } from './check.js'
import { assertInTime } from './deadline.js'
import { keptMessageSignatures } from './keptWork.js'
import type { MessageOutcome } from './messageOutcome.js'
import { approve } from './performAct.js'
import { recordWrong } from './recordWrong.js'
import { assertPlace, signBlindly, signSafeMessage } from './sign.js'
import {
  keepLateMessage,
  nameMessageSignature,
  submitMessageSignature,
} from './submit.js'
import { askOnlyWhile, type Waiting } from './waiting.js'

/** What was reviewed, as it stood on the screen. */
type Reviewed = {
  chain: ChainConfig
  domain: SafeDomain
  content: MessageContent
  /** Of the SafeMessage. */
  hash: Hex
  /** The gateway has it already. */
  isProposed: boolean
  /** The app that asks for it. */
  app: AppIdentity | undefined
  /** Milliseconds; nothing is signed for its request afterwards. */
  expiresAt: number | undefined
}

type Work = {
  act: Exclude<SigningAct, 'execute'>
  reviewed: Reviewed
  wallet: WalletLayer | undefined
  account: Address | undefined
  /** Made a moment ago, after the button was pressed. */
  check: SignableCheck
  queries: QueryClient
  waiting: Waiting
}

/** One press of the button, from the last check to the outcome. */
export async function signMessageAct(
  work: Work,
): Promise<MessageOutcome | undefined> {
  const { account, check, reviewed, queries, waiting } = work
  const { domain, content, isProposed, hash, app } = reviewed
  if (!work.wallet || !account) throw new ProviderRequiredError()
  if (check.isRefused || check.hash !== hash) throw new ChangedMeanwhileError()
  assertInTime(reviewed)
  const wallet = askOnlyWhile(waiting, work.wallet)
  if (work.act === 'host') return handToHost({ ...work, wallet, account })
  const signature = await askForSignature({ ...work, wallet, account })
  const signed = { domain, content, signature, app, isProposed }
  if (!waiting.isAwaited()) {
    if (!waiting.isSettled()) await keepLateMessage(signed)
    return undefined
  }
  try {
    await submitMessageSignature(signed)
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

/** The hash does not depend on who proposes: it is the same in the host. */
async function handToHost({
  reviewed: { domain, content, hash },
  wallet,
  account,
  queries,
}: Work & { wallet: WalletLayer; account: Address }): Promise<MessageOutcome> {
  await assertPlace(wallet, { account, chainId: domain.chainId })
  await wallet.signAsSafe({ account, content, way: 'offChain' })
  void queries.invalidateQueries({ queryKey: ['gateway'] })
  return { kind: 'hosted', messageHash: hash }
}

function askForSignature({
  act,
  reviewed: { chain, domain, content, hash },
  wallet,
  account,
  check,
}: Work & { wallet: WalletLayer; account: Address }) {
  const { chainId, safe } = domain
  const { nonce } = check.safe
  return recordWrong(
    { chainId, safe, nonce, safeTxHash: hash, account },
    async () => {
      if (act === 'approve')
        return approve({ chain, domain, hash, wallet, account })
      if (act === 'signBlindly')
        return signBlindly({ wallet, account, chainId, hash })
      return signSafeMessage({ wallet, account, domain, content, shown: hash })
    },
  )
}
