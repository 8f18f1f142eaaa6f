import {
  approveHashMethod,
  BaseError,
  decodeMultiSend,
  encodeMethod,
  type MessageContent,
  type SafeDomain,
  type SafeTransaction,
} from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { type Address, type Hex, isHash } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import {
  keptSignatures,
  nameSignature,
} from '../../preferences/keptSignatures.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { awaitReceipt } from '../../trust/sentTransactions.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import type { SigningAct } from './acts.js'
import { ChangedMeanwhileError } from './check.js'
import { assertInTime } from './deadline.js'
import { prepareExecution } from './execute.js'
import type { FeeChoice } from './feeChoice.js'
import type { Outcome } from './outcome.js'
import { recordWrong } from './recordWrong.js'
import { sendExecution } from './sendExecution.js'
import { assertPlace, signBlindly, signTransaction } from './sign.js'
import { keepLate, submitSignature } from './submit.js'
import { askOnlyWhile, type Waiting } from './waiting.js'

/** What was reviewed, as it stood on the screen. */
type Reviewed = {
  chain: ChainConfig
  domain: SafeDomain
  transaction: SafeTransaction
  hash: Hex
  note: string
  /** The gateway has it already. */
  isProposed: boolean
  /** The app that asks for it. */
  app: AppIdentity | undefined
  /** Milliseconds; nothing is signed for its request afterwards. */
  expiresAt: number | undefined
  /** What it marks as signed. */
  message: MessageContent | undefined
}

type Work = {
  act: SigningAct
  reviewed: Reviewed
  wallet: WalletLayer | undefined
  account: Address | undefined
  /** Made a moment ago, after the button was pressed. */
  check: SignableCheck
  fees: FeeChoice | undefined
  queries: QueryClient
  waiting: Waiting
}

/** One press of the button, from the last check to the outcome. */
export async function performAct(work: Work): Promise<Outcome | undefined> {
  const { act, account, check, reviewed, waiting } = work
  if (!work.wallet || !account) throw new ProviderRequiredError()
  if (check.isRefused || check.hash !== reviewed.hash)
    throw new ChangedMeanwhileError()
  assertInTime(reviewed)
  const wallet = askOnlyWhile(waiting, work.wallet)
  const known = { ...work, wallet, account }
  if (act === 'execute') return execute(known)
  if (act === 'host') return handToHost(known)
  return sign(known)
}

type KnownWork = Work & { wallet: WalletLayer; account: Address }

async function sign(work: KnownWork): Promise<Outcome | undefined> {
  const { reviewed, account, check, queries, waiting } = work
  const { domain, transaction, hash, note, isProposed, app } = reviewed
  const signature = await askForSignature(work)
  const signed = { domain, transaction, signature, note, app, isProposed }
  if (!waiting.isAwaited()) {
    if (!waiting.isSettled()) await keepLate(signed)
    return undefined
  }
  try {
    await submitSignature(signed)
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

function askForSignature({ act, reviewed, wallet, account }: KnownWork) {
  const { chain, domain, transaction, hash } = reviewed
  const { chainId, safe } = domain
  const { nonce } = transaction
  return recordWrong(
    { chainId, safe, nonce, safeTxHash: hash, account },
    async () => {
      if (act === 'approve')
        return approve({ chain, domain, hash, wallet, account })
      if (act === 'signBlindly')
        return signBlindly({ wallet, account, chainId, hash })
      return signTransaction({
        wallet,
        account,
        domain,
        transaction,
        shown: hash,
      })
    },
  )
}

/** The approval is a transaction of its own; it counts once it is mined. */
export async function approve({
  chain,
  domain,
  hash,
  wallet,
  account,
}: Pick<KnownWork, 'wallet' | 'account'> &
  Pick<Reviewed, 'chain' | 'domain' | 'hash'>) {
  const { chainId, safe } = domain
  await assertPlace(wallet, { account, chainId })
  const transactionHash = await wallet.sendTransaction({
    chainId,
    to: safe,
    data: encodeMethod(approveHashMethod, { hashToApprove: hash }),
  })
  wallet.track({ hash: transactionHash, description: 'Approve on chain' })
  const receipt = await awaitReceipt(createChainClient(chain), transactionHash)
  if (receipt.status === 'reverted') throw new ApprovalFailedError()
  return { kind: 'approvedHash', signer: account } as const
}

async function execute({
  reviewed,
  wallet,
  account,
  check,
  fees,
}: KnownWork): Promise<Outcome | undefined> {
  const { chain, domain, transaction, hash } = reviewed
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
    chain,
    safe: domain.safe,
    execution,
    fees,
    executed: [{ safeTxHash: hash, nonce: transaction.nonce }],
  })
  return sent && { kind: 'sent', sent }
}

/**
 * The host makes a transaction of its own from the calls, at a nonce of its
 * own, and shows it to the owners. Foreign code cannot be handed over; what
 * marks a message as signed is such code, and the host has its own for it.
 */
async function handToHost({
  reviewed: { domain, transaction, message },
  wallet,
  account,
}: KnownWork): Promise<Outcome> {
  const { chainId } = domain
  if (message !== undefined) {
    await assertPlace(wallet, { account, chainId })
    await wallet.signAsSafe({ account, content: message, way: 'onChain' })
    return { kind: 'hosted', safeTxHash: undefined }
  }
  const calls =
    transaction.operation === 0
      ? [transaction]
      : decodeMultiSend(transaction.data)
  if (calls.some(({ operation }) => operation !== 0))
    throw new DelegatecallForHostError()
  await assertPlace(wallet, { account, chainId })
  const safeTxHash = await wallet.sendCalls({
    chainId,
    calls: calls.map(({ to, value, data }) => ({ to, value, data })),
  })
  if (!isHash(safeTxHash)) throw new HostAnswerError()
  return { kind: 'hosted', safeTxHash }
}

export class DelegatecallForHostError extends BaseError {
  override name = 'DelegatecallForHostError'

  constructor() {
    super(
      'This is a delegatecall, and a host takes calls only. Open the safe outside of the host to do it.',
    )
  }
}

export class HostAnswerError extends BaseError {
  override name = 'HostAnswerError'

  constructor() {
    super('The host answered with something that is no hash of a transaction.')
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
