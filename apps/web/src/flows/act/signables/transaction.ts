import {
  call,
  confirmTransaction,
  getTransaction,
  proposeTransaction,
} from '@covault/api'
import {
  BaseError,
  decodeMultiSend,
  getNonceState,
  type SafeTransaction,
} from '@covault/protocol'
import { type Address, type Hex, isHash, zeroAddress } from 'viem'
import { paths } from '../../../lib/paths.js'
import {
  type LocalSignature,
  type LocalTransaction,
  localRecords,
} from '../../../preferences/localQueue.js'
import {
  nameSignature,
  seenSignatures,
} from '../../../preferences/seenSignatures.js'
import { gateway, gatewayItself } from '../../../queries/gateway.js'
import { hashSignable } from '../../../trust/hashSignable.js'
import type { Role } from '../../../wallet/role.js'
import {
  refusalWords,
  waitWords,
  writeMissing,
  writeOutsider,
  writeSignedBefore,
  writeWrongBefore,
  writeYouSigned,
} from '../../../words/demands.js'
import { describeSigned } from '../describeSigned.js'
import { countSeals, listSigners, prepareExecution } from '../execute.js'
import { assertListed, GatewayDiffersError } from '../gatewayDiffers.js'
import { isUsedUp } from '../isUsedUp.js'
import { toOrigin } from '../origin.js'
import type { Outcome } from '../outcome.js'
import { sendExecution } from '../sendExecution.js'
import { assertPlace } from '../sign.js'
import type { ChosenAct, KnownWork } from '../work.js'
import type { ActDefinition, Asked, Checked, Reader } from './definition.js'

export const transaction: ActDefinition<'transaction'> = {
  list,
  explain,
  nameFinding: ({ id, path }) => `${id}:${path.join('.')}`,
  wrong: {
    isAbout: (wrong, { domain, transaction }) =>
      wrong.chainId === domain.chainId &&
      wrong.safe === domain.safe &&
      wrong.nonce === transaction.nonce,
    nonce: ({ transaction }) => transaction.nonce,
    advice: undefined,
    demand: writeWrongBefore('At this nonce'),
  },
  execute,
  handToHost,
  kept: {
    records: localRecords.transaction,
    hash: ({ safeTxHash }) => safeTxHash,
    describe: ({ transaction }) => `nonce ${transaction.nonce}`,
    keep: (one, fields, note) => ({
      kind: 'transaction',
      value: {
        ...fields,
        transaction: one.transaction,
        safeTxHash: hashSignable(one),
        note,
      },
    }),
    join: confirm,
    propose,
    compare,
    isSettled: async (value, chain) => {
      const details = await readBack(value).catch(() => undefined)
      const isSaid =
        details?.executedAt && details.txId.endsWith(value.safeTxHash)
      return Boolean(isSaid) && isUsedUp(value, chain)
    },
    onTaken: async ({ signatures: _, ...value }, { signer, signature }) => {
      const seen = { ...value, signer, signature, at: Date.now() }
      await seenSignatures.write(nameSignature(seen), seen)
    },
  },
  answer: (safeTxHash) => ({ safeTxHash }),
  ending: {
    comesTo: 'execution',
    describeRest: describeSigned,
    taken: 'The gateway has your signature.',
    hosted:
      'The host app has proposed the transaction with its own nonce and hash. The owners sign it there.',
    page: {
      words: 'Open transaction',
      to: paths.transaction,
      confirm: 'confirm',
      search: (id) => ({ id }),
    },
  },
}

function list({
  check,
  signable: {
    transaction: { nonce },
  },
  account,
  role,
  isNew,
  canBatch,
}: Asked<'transaction'>): ChosenAct[] {
  const later: ChosenAct[] = canBatch ? ['batch'] : []
  if (!check) return ['sign', ...later]
  const { owners, threshold, nonce: current } = check.safe
  const isNext = getNonceState({ current, nonce }) === 'next'
  const seals = countSeals({ owners, ...check, sender: account })
  const canExecute = isNext && seals >= threshold
  if (!account) return [canExecute ? 'execute' : 'sign', ...later]
  // The wallet is this very safe: its host has the owners sign.
  if (account === check.safe.address) return isNew ? ['host', ...later] : []
  const isOwner = owners.includes(account)
  const hasSigned = listSigners(check).includes(account)
  const acts: ChosenAct[] = []
  if (isOwner && !hasSigned) acts.push('sign')
  if (canExecute) acts.push('execute')
  if (!isOwner && isNew && role === 'proposer') acts.push('propose')
  return acts.length === 0 ? [] : [...acts, ...later]
}

function explain(
  check: Checked,
  { account, role, isNew }: Reader & { account: Address },
): string {
  const { address, owners, nonce, threshold } = check.safe
  if (account === address) return refusalWords.asSafe
  if (!owners.includes(account)) return explainOutsider(role, isNew)
  const missing = threshold - listSigners(check).length
  if (missing > 0) return writeYouSigned(writeMissing(missing, true))
  return writeSignedBefore(nonce)
}

function explainOutsider(role: Role | undefined, isNew: boolean): string {
  if (role === undefined) return waitWords.checkingRole
  if (isNew)
    return role === 'nestedOwner'
      ? refusalWords.throughSafe
      : refusalWords.viewerOfNew
  return role === 'nestedOwner'
    ? refusalWords.throughSafeOrWait
    : writeOutsider(role)
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
async function handToHost({
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

async function confirm(
  { chainId, safeTxHash }: LocalTransaction,
  { signature }: LocalSignature,
): Promise<void> {
  await call(gateway, confirmTransaction, {
    params: { chainId, safeTxHash },
    body: { signature },
  })
}

export async function propose(
  {
    chainId,
    safe,
    transaction,
    safeTxHash,
    note,
    app,
  }: Pick<
    LocalTransaction,
    'chainId' | 'safe' | 'transaction' | 'safeTxHash' | 'note' | 'app'
  >,
  { signer, signature }: { signer: Address; signature: Hex | null },
): Promise<void> {
  const { data, refundReceiver, ...fields } = transaction
  await call(gateway, proposeTransaction, {
    params: { chainId, safe_address: safe },
    body: {
      ...fields,
      data: data === '0x' ? null : data,
      refundReceiver: refundReceiver === zeroAddress ? null : refundReceiver,
      safeTxHash,
      sender: signer,
      signature,
      origin: toOrigin({ ...app, ...(note !== '' && { note }) }),
    },
  })
}

/**
 * Only what lay here through an outage, or has several signatures, is read
 * back: what was just proposed is read by the page that shows it.
 */
async function compare(
  value: LocalTransaction,
  taken: readonly LocalSignature[],
): Promise<void> {
  if (value.failedAt === undefined && taken.length < 2) return
  const { txData, detailedExecutionInfo: execution } = await readBack(value)
  if (!txData || execution?.type !== 'MULTISIG')
    throw new GatewayDiffersError('transaction')
  const told: Record<keyof SafeTransaction, unknown> = {
    to: txData.to.value,
    value: txData.value ?? 0n,
    data: txData.hexData ?? '0x',
    operation: txData.operation,
    safeTxGas: execution.safeTxGas,
    baseGas: execution.baseGas,
    gasPrice: execution.gasPrice,
    gasToken: execution.gasToken,
    refundReceiver: execution.refundReceiver.value,
    nonce: execution.nonce,
  }
  const isSame = (Object.keys(told) as (keyof SafeTransaction)[]).every(
    (field) => toText(told[field]) === toText(value.transaction[field]),
  )
  if (!isSame || execution.safeTxHash !== value.safeTxHash)
    throw new GatewayDiffersError('transaction')
  const listed = execution.confirmations.map(({ signer, signature }) => ({
    signer: signer.value,
    signature,
  }))
  await assertListed(value.safeTxHash, { taken, told: listed })
}

function toText(value: unknown): string {
  return String(value).toLowerCase()
}

function readBack({
  chainId,
  safeTxHash,
}: Pick<LocalTransaction, 'chainId' | 'safeTxHash'>) {
  return call(gatewayItself, getTransaction, {
    params: { chainId, transactionId: safeTxHash },
  })
}

export class DelegatecallForHostError extends BaseError {
  constructor() {
    super(
      'The host app doesn’t accept delegatecalls. Open the safe outside the host app.',
    )
  }
}

export class HostAnswerError extends BaseError {
  constructor() {
    super(
      'The host app didn’t return a transaction hash. Check its queue before you try again.',
    )
  }
}

export class TooFewSealsError extends BaseError {
  constructor() {
    super('Valid signatures are missing. Collect them before you execute.')
  }
}
