import { approveHashMethod, BaseError, encodeMethod } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { keptSignatures } from '../../preferences/keptSignatures.js'
import { createChainClient } from '../../trust/chainClient.js'
import type { TransactionCheck } from '../../trust/checkTransaction.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { prepareExecution } from '../execute.js'
import { wrongSignatures } from '../keptWork.js'
import type { Outcome } from '../outcome.js'
import { sendExecution } from '../sendExecution.js'
import {
  assertPlace,
  signBlindly,
  signTransaction,
  WrongSignatureError,
} from '../sign.js'
import { nameSignature, submitSignature } from '../submit.js'
import type { FeeChoice } from './FeeFields.js'
import type { SealBlockProps, SigningAct } from './reviewProps.js'

type Work = {
  act: SigningAct
  props: SealBlockProps
  wallet: WalletLayer | undefined
  account: Address | undefined
  /** Made a moment ago, after the button was pressed. */
  check: TransactionCheck
  fees: FeeChoice | undefined
  queries: QueryClient
}

/** One press of the button, from the last check to the outcome. */
export async function performAct(work: Work): Promise<Outcome | undefined> {
  const { act, wallet, account, check, props } = work
  if (!wallet || !account) throw new ProviderRequiredError()
  if (check.isRefused || check.hash !== props.hash)
    throw new ChangedMeanwhileError()
  const known = { ...work, wallet, account }
  if (act === 'execute') return execute(known)
  return sign(known)
}

type KnownWork = Work & { wallet: WalletLayer; account: Address }

async function sign({
  act,
  props,
  wallet,
  account,
  check,
  queries,
}: KnownWork): Promise<Outcome> {
  const { domain, transaction, hash, note, proposal } = props
  const signature = await (async () => {
    try {
      if (act === 'approve') return await approve({ props, wallet, account })
      if (act === 'signBlindly')
        return await signBlindly({
          wallet,
          account,
          chainId: domain.chainId,
          hash,
        })
      return await signTransaction({
        wallet,
        account,
        domain,
        transaction,
        shown: hash,
      })
    } catch (error) {
      if (error instanceof WrongSignatureError)
        await wrongSignatures.write(`${hash}:${Date.now()}`, {
          chainId: domain.chainId,
          safe: domain.safe,
          nonce: transaction.nonce,
          safeTxHash: hash,
          account,
          signature: error.answer.slice(0, 2000),
          at: Date.now(),
        })
      throw error
    }
  })()
  try {
    await submitSignature({
      domain,
      transaction,
      signature,
      note,
      isProposed: proposal !== undefined,
    })
  } catch (error) {
    const name = nameSignature({ safeTxHash: hash, signer: account })
    const kept = await keptSignatures.read(name)
    if (!kept) throw error
    return { kind: 'kept', kept, error }
  } finally {
    void queries.invalidateQueries({ queryKey: ['gateway'] })
  }
  if (!check.safe.owners.includes(account))
    return { kind: 'proposed', safeTxHash: hash }
  const verified = check.confirmations.filter(
    ({ status }) => status === 'verified',
  ).length
  const missing = Math.max(0, check.safe.threshold - verified - 1)
  return { kind: 'signed', safeTxHash: hash, missing }
}

/** The approval is a transaction of its own; it counts once it is mined. */
export async function approve({
  props: { domain, hash, place },
  wallet,
  account,
}: Pick<KnownWork, 'wallet' | 'account'> & {
  props: Pick<SealBlockProps, 'domain' | 'hash' | 'place'>
}) {
  const { chainId, safe } = domain
  await assertPlace(wallet, { account, chainId })
  const transactionHash = await wallet.sendTransaction({
    chainId,
    to: safe,
    data: encodeMethod(approveHashMethod, { hashToApprove: hash }),
  })
  wallet.track({ hash: transactionHash, description: 'Approve on chain' })
  const receipt = await waitForTransactionReceipt(
    createChainClient(place.chain),
    { hash: transactionHash, pollingInterval: 1000 },
  )
  if (receipt.status === 'reverted') throw new ApprovalFailedError()
  return { kind: 'approvedHash', signer: account } as const
}

async function execute({
  props,
  wallet,
  account,
  check,
  fees,
}: KnownWork): Promise<Outcome | undefined> {
  const { domain, transaction, hash, place } = props
  const execution = prepareExecution({
    safe: domain.safe,
    transaction,
    threshold: check.safe.threshold,
    owners: check.safe.owners,
    confirmations: check.confirmations,
    sender: account,
  })
  if (!execution) throw new TooFewSealsError()
  const [sent] = await sendExecution({
    wallet,
    account,
    chain: place.chain,
    safe: domain.safe,
    execution,
    fees,
    executed: [{ safeTxHash: hash, nonce: transaction.nonce }],
  })
  return sent && { kind: 'sent', sent }
}

export class ChangedMeanwhileError extends BaseError {
  override name = 'ChangedMeanwhileError'

  constructor() {
    super(
      'Something has changed since this page was shown. Nothing was asked of the wallet: look at what was checked, then press again.',
    )
  }
}

export class ApprovalFailedError extends BaseError {
  override name = 'ApprovalFailedError'

  constructor() {
    super('The approval was mined and failed. It does not count.')
  }
}

export class TooFewSealsError extends BaseError {
  override name = 'TooFewSealsError'

  constructor() {
    super('There are fewer valid signatures than the threshold asks for.')
  }
}
