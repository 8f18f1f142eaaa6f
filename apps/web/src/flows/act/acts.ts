import { getNonceState, type SafeTransaction } from '@covault/protocol'
import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { SignableKind } from '../../trust/signable.js'
import { type Connection, isReconnecting } from '../../wallet/connection.js'
import type { Role } from '../../wallet/role.js'
import { countSeals } from './execute.js'

/** What is done with a key; the draft batch needs none. */
export type SigningAct =
  | 'sign'
  | 'execute'
  | 'propose'
  | 'approve'
  | 'signBlindly'
  | 'host'
export type Act = SigningAct | 'batch'

/** What can be chosen; the others are ways out when a wallet cannot sign. */
export type ChosenAct = Extract<
  Act,
  'sign' | 'execute' | 'propose' | 'batch' | 'host'
>

type Checked = Pick<SignableCheck, 'safe' | 'confirmations'>

type Reader = {
  account: Address | undefined
  role: Role | undefined
  /** Nobody has proposed it yet. */
  isNew: boolean
}

/** Of what is signed, only what decides who can do what. */
type Decisive = {
  transaction: {
    kind: 'transaction'
    transaction: Pick<SafeTransaction, 'nonce'>
  }
  message: { kind: 'message' }
}

type Asked<Kind extends SignableKind> = Reader & {
  signable: Decisive[Kind]
  check: Checked | undefined
  canBatch: boolean
}

type Acting<Kind extends SignableKind> = {
  list: (asked: Asked<Kind>) => ChosenAct[]
  /** Why there is nothing to do. */
  explain: (check: Checked, reader: Reader & { account: Address }) => string
}

const acting: { [Kind in SignableKind]: Acting<Kind> } = {
  transaction: { list: listTransactionActs, explain: explainTransaction },
  message: { list: listMessageActs, explain: explainMessage },
}

/** What this account can do about it now, the usual one first. */
export function listActs<Kind extends SignableKind>(
  kind: Kind,
  asked: Asked<Kind>,
): ChosenAct[] {
  return acting[kind].list(asked)
}

function listTransactionActs({
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

function listMessageActs({ check, account }: Asked<'message'>): ChosenAct[] {
  if (!check || !account) return ['sign']
  const { address, owners, threshold } = check.safe
  const signers = listSigners(check)
  // The wallet is this very safe: its host has the owners sign.
  if (account === address) return signers.length < threshold ? ['host'] : []
  return owners.includes(account) && !signers.includes(account) ? ['sign'] : []
}

function listSigners({ confirmations }: Checked): Address[] {
  return confirmations.flatMap(({ signer, status }) =>
    status === 'verified' ? signer : [],
  )
}

export type Reason =
  | { kind: 'connect' | 'switch' }
  | { kind: 'reason'; words: string }

/** Why the button cannot be pressed, the first thing to do about it. */
export function findReason({
  kind,
  connection,
  chain,
  act,
  check,
  role,
  isNew,
  isAssessed,
  hasMovedNames,
  nonceError,
  openDemands,
  execution,
}: {
  kind: SignableKind
  connection: Connection | undefined
  chain: ChainConfig
  act: Act | undefined
  check: SignableCheck | undefined
  role: Role | undefined
  isNew: boolean
  /** The rules have said what they found. */
  isAssessed: boolean
  /** A name that was entered stands for something else by now. */
  hasMovedNames: boolean
  nonceError: string | undefined
  openDemands: number
  execution: {
    isPending: boolean
    /** What is wrong with the fee that was written. */
    feeProblem: string | undefined
  }
}): Reason | undefined {
  const say = (words: string) => ({ kind: 'reason', words }) as const
  // Nothing is signed: whatever is wrong with it shows again in the batch.
  if (act === 'batch') return undefined
  if (!connection || isReconnecting(connection))
    return say('The wallet is being connected.')
  if (!connection.account) return { kind: 'connect' }
  if (!check || !isAssessed) return say('The checks are still running.')
  if (check.isRefused)
    return say('Refused: what was checked does not agree. See above.')
  if (hasMovedNames)
    return say('Refused: a name stands for something else now. See above.')
  if (nonceError) return say(nonceError)
  if (!act)
    return say(
      acting[kind].explain(check, {
        account: connection.account,
        role,
        isNew,
      }),
    )
  if (connection.chainId !== chain.chainId) return { kind: 'switch' }
  if (openDemands > 0) return say(countOpen(openDemands))
  if (act === 'execute' && execution.isPending)
    return say('The execution is being tried out.')
  if (act === 'execute' && execution.feeProblem)
    return say(execution.feeProblem)
  return undefined
}

export function countOpen(demands: number): string {
  return demands === 1
    ? '1 danger is open: read it and say so above.'
    : `${demands} dangers are open: read them and say so above.`
}

function explainTransaction(
  check: Checked,
  { account, role, isNew }: Reader & { account: Address },
): string {
  const { address, owners, nonce, threshold } = check.safe
  if (account === address)
    return 'You are here as the safe itself. Its owners sign in the host that shows this page.'
  if (!owners.includes(account)) return explainOutsider(role, isNew)
  const missing = threshold - listSigners(check).length
  if (missing > 0)
    return `You have signed. ${missing} more ${missing === 1 ? 'owner has' : 'owners have'} to sign before it can be executed.`
  return `You have signed. It can be executed when the nonces before it are used; the safe is at ${nonce}.`
}

function explainMessage(
  check: Checked,
  { account }: { account: Address },
): string {
  const { address, owners, threshold } = check.safe
  if (account === address)
    return 'The owners have signed: there are enough seals.'
  if (!owners.includes(account))
    return 'You are a viewer here: only owners can sign messages.'
  const missing = threshold - listSigners(check).length
  if (missing <= 0) return 'You have signed, and there are enough seals.'
  return `You have signed. ${missing} more ${missing === 1 ? 'owner has' : 'owners have'} to sign.`
}

function explainOutsider(role: Role | undefined, isNew: boolean): string {
  if (role === undefined) return 'What you are to this safe is being looked up.'
  if (isNew)
    return role === 'nestedOwner'
      ? 'You own this safe through another one: sign as that safe.'
      : 'You are a viewer here: only owners and proposers can propose a transaction.'
  if (role === 'nestedOwner')
    return 'You own this safe through another one: sign as that safe, or wait until there are enough signatures to execute it.'
  const who = {
    owner: 'not an owner any more',
    proposer: 'a proposer',
    viewer: 'a viewer',
  }[role]
  return `You are ${who} here: only owners can sign, and there are too few signatures to execute it.`
}
