import { getNonceState, type SafeTransaction } from '@covault/protocol'
import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { TransactionCheck } from '../../trust/checkTransaction.js'
import type { Connection } from '../../wallet/connection.js'
import { countSeals } from '../execute.js'
import type { Act } from './performAct.js'

/** What this account can do about the transaction now, the usual one first. */
export function listActs({
  check,
  transaction: { nonce },
  account,
}: {
  check: TransactionCheck | undefined
  transaction: SafeTransaction
  account: Address | undefined
  isNew: boolean
}): ('sign' | 'execute')[] {
  if (!check || !account) return ['sign']
  const { owners, threshold, nonce: current } = check.safe
  const isOwner = owners.includes(account)
  const hasSigned = check.confirmations.some(
    ({ signer, status }) => signer === account && status === 'verified',
  )
  const isNext = getNonceState({ current, nonce }) === 'next'
  const seals = countSeals({ owners, ...check, sender: account })
  const canExecute = isNext && seals >= threshold
  const acts: ('sign' | 'execute')[] = []
  if (isOwner && !hasSigned) acts.push('sign')
  if (canExecute) acts.push('execute')
  return acts
}

export type Reason =
  | { kind: 'connect' | 'switch' }
  | { kind: 'reason'; words: string }

/** Why the button cannot be pressed, the first thing to do about it. */
export function findReason({
  connection,
  chain,
  act,
  check,
  nonceError,
  openDemands,
  execution,
}: {
  connection: Connection | undefined
  chain: ChainConfig
  act: Act | undefined
  check: TransactionCheck | undefined
  nonceError: string | undefined
  openDemands: number
  execution: { isPending: boolean }
}): Reason | undefined {
  const say = (words: string) => ({ kind: 'reason', words }) as const
  if (!connection?.account) return { kind: 'connect' }
  if (!check) return say('The checks are still running.')
  if (check.isRefused)
    return say('Refused: what was checked does not agree. See above.')
  if (nonceError) return say(nonceError)
  if (!act) return say(explainNothing(check, connection.account))
  if (connection.chainId !== chain.chainId) return { kind: 'switch' }
  if (openDemands > 0)
    return say(
      openDemands === 1
        ? '1 danger is open: read it and say so above.'
        : `${openDemands} dangers are open: read them and say so above.`,
    )
  if (act === 'execute' && execution.isPending)
    return say('The execution is being tried out.')
  return undefined
}

function explainNothing(
  { safe: { owners, nonce, threshold }, confirmations }: TransactionCheck,
  account: Address,
): string {
  if (!owners.includes(account))
    return 'You are a viewer here: only owners can sign, and there are too few signatures to execute it.'
  const missing =
    threshold -
    confirmations.filter(({ status }) => status === 'verified').length
  if (missing > 0)
    return `You have signed. ${missing} more ${missing === 1 ? 'owner has' : 'owners have'} to sign before it can be executed.`
  return `You have signed. It can be executed when the nonces before it are used; the safe is at ${nonce}.`
}
