import type { MessageContent } from '@covault/api'
import {
  approveHashMethod,
  BaseError,
  decodeMultiSend,
  encodeMethod,
} from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { type Address, type Hex, isHash } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { awaitReceipt } from '../../trust/sentTransactions.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import type { SigningAct } from './acts.js'
import { ChangedMeanwhileError } from './check.js'
import { assertInTime } from './deadline.js'
import { prepareExecution } from './execute.js'
import type { FeeChoice } from './feeChoice.js'
import type { Outcome } from './outcome.js'
import { recordWrong } from './recordWrong.js'
import { refreshSigned } from './refreshSigned.js'
import { sendExecution } from './sendExecution.js'
import { assertPlace, signAsShown, signBlindly } from './sign.js'
import { keepLate, submitSignature } from './submit.js'
import { askOnlyWhile, type Waiting } from './waiting.js'

/** What was reviewed, as it stood on the screen. */
type Reviewed<Kind extends SignableKind> = {
  chain: ChainConfig
  signable: Signable<Kind>
  hash: Hex
  note: string
  /** The gateway has it already. */
  isProposed: boolean
  /** The app that asks for it. */
  app: AppIdentity | undefined
  /** Milliseconds; nothing is signed for its request afterwards. */
  expiresAt: number | undefined
  /** What a transaction marks as signed. */
  marks: MessageContent | undefined
}

type Work<Kind extends SignableKind> = {
  act: SigningAct
  reviewed: Reviewed<Kind>
  wallet: WalletLayer | undefined
  account: Address | undefined
  /** Made a moment ago, after the button was pressed. */
  check: SignableCheck
  fees: FeeChoice | undefined
  queries: QueryClient
  waiting: Waiting
}

type KnownWork<Kind extends SignableKind = SignableKind> = Work<Kind> & {
  wallet: WalletLayer
  account: Address
}

type Ways<Kind extends SignableKind> = {
  /** Where a wrong signature is recorded. */
  nonce: (one: Signable<Kind>, check: SignableCheck) => bigint
  execute: (work: KnownWork<Kind>) => Promise<Outcome | undefined>
  handToHost: (work: KnownWork<Kind>) => Promise<Outcome>
}

const ways: { [Kind in SignableKind]: Ways<Kind> } = {
  transaction: {
    nonce: ({ transaction }) => transaction.nonce,
    execute,
    handToHost: handCallsToHost,
  },
  message: {
    nonce: (_, { safe }) => safe.nonce,
    // Nothing of it ever runs.
    execute: async () => undefined,
    handToHost: handMessageToHost,
  },
}

/** One press of the button, from the last check to the outcome. */
export async function performAct<Kind extends SignableKind>(
  work: Work<Kind>,
): Promise<Outcome | undefined> {
  const { act, account, check, reviewed, waiting } = work
  if (!work.wallet || !account) throw new ProviderRequiredError()
  if (check.isRefused || check.hash !== reviewed.hash)
    throw new ChangedMeanwhileError()
  assertInTime(reviewed)
  const wallet = askOnlyWhile(waiting, work.wallet)
  const known = { ...work, wallet, account }
  const way = ways[reviewed.signable.kind]
  if (act === 'execute') return way.execute(known)
  if (act === 'host') return way.handToHost(known)
  return sign(known)
}

async function sign<Kind extends SignableKind>(
  work: KnownWork<Kind>,
): Promise<Outcome | undefined> {
  const { reviewed, account, check, queries, waiting } = work
  const { signable, hash, note, isProposed, app } = reviewed
  const signature = await askForSignature(work)
  const signed = { signable, signature, note, app, isProposed }
  if (!waiting.isAwaited()) {
    if (!waiting.isSettled()) await keepLate(signed)
    return undefined
  }
  try {
    const refused = await submitSignature(signed)
    if (refused) return { kind: 'kept', ...refused }
  } finally {
    void refreshSigned(queries, [{ kind: signable.kind, ...signable.domain }])
  }
  if (!check.safe.owners.includes(account))
    return { kind: 'proposed', safeTxHash: hash }
  const verified = check.confirmations.filter(
    ({ status }) => status === 'verified',
  ).length
  const missing = Math.max(0, check.safe.threshold - verified - 1)
  return { kind: 'signed', of: signable.kind, hash, missing }
}

function askForSignature<Kind extends SignableKind>({
  act,
  reviewed,
  wallet,
  account,
  check,
}: KnownWork<Kind>) {
  const { chain, signable, hash } = reviewed
  const { chainId, safe } = signable.domain
  const nonce = ways[signable.kind].nonce(signable, check)
  return recordWrong(
    { chainId, safe, nonce, safeTxHash: hash, account },
    async () => {
      if (act === 'approve')
        return approve({ chain, safe, hash, wallet, account })
      if (act === 'signBlindly')
        return signBlindly({ wallet, account, chainId, hash })
      return signAsShown({ wallet, account, signable, shown: hash })
    },
  )
}

/** The approval is a transaction of its own; it counts once it is mined. */
async function approve({
  chain,
  safe,
  hash,
  wallet,
  account,
}: Pick<KnownWork, 'wallet' | 'account'> & {
  chain: ChainConfig
  safe: Address
  hash: Hex
}) {
  const { chainId } = chain
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
}: KnownWork<'transaction'>): Promise<Outcome | undefined> {
  const { chain, hash } = reviewed
  const { domain, transaction } = reviewed.signable
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
async function handCallsToHost({
  reviewed: {
    signable: { kind, domain, transaction },
    marks,
  },
  wallet,
  account,
}: KnownWork<'transaction'>): Promise<Outcome> {
  const { chainId } = domain
  if (marks !== undefined) {
    await assertPlace(wallet, { account, chainId })
    await wallet.signAsSafe({ account, content: marks, way: 'onChain' })
    return { kind: 'hosted', of: kind, hash: undefined }
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
  return { kind: 'hosted', of: kind, hash: safeTxHash }
}

/** The hash does not depend on who proposes: it is the same in the host. */
async function handMessageToHost({
  reviewed: { signable, hash },
  wallet,
  account,
  queries,
}: KnownWork<'message'>): Promise<Outcome> {
  const { kind, domain, message } = signable
  await assertPlace(wallet, { account, chainId: domain.chainId })
  await wallet.signAsSafe({ account, content: message, way: 'offChain' })
  void refreshSigned(queries, [{ kind, ...domain }])
  return { kind: 'hosted', of: kind, hash }
}

export class DelegatecallForHostError extends BaseError {
  constructor() {
    super(
      'This is a delegatecall, and a host takes calls only. Open the safe outside of the host to do it.',
    )
  }
}

export class HostAnswerError extends BaseError {
  constructor() {
    super('The host answered with something that is no hash of a transaction.')
  }
}

export class ApprovalFailedError extends BaseError {
  constructor() {
    super('The approval was mined and failed. It does not count.')
  }
}

export class TooFewSealsError extends BaseError {
  constructor() {
    super('There are fewer valid signatures than the threshold asks for.')
  }
}
