import { BaseError } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import type { SentExecution } from '../../preferences/sentExecutions.js'
import { contractsQuery } from '../../trust/contracts.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { findPublished } from '../../understand/tell/describeIntent.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { assertSameSources, ChangedMeanwhileError } from '../act/check.js'
import type { FeeChoice } from '../act/feeChoice.js'
import { sendExecution } from '../act/sendExecution.js'
import { askOnlyWhile, type Waiting } from '../act/waiting.js'
import { encodeBulk, planBulk } from './planBulk.js'
import type { BulkEntry } from './useBulk.js'

/** One press of the button: everything is checked again, then sent. */
export async function performBulk({
  place: { chain, address },
  entries,
  shown,
  wallet,
  account,
  fees,
  queries,
  waiting,
}: {
  place: SafePlace
  entries: readonly BulkEntry[]
  /** The data that the page shows. */
  shown: Hex
  wallet: WalletLayer | undefined
  account: Address | undefined
  fees: FeeChoice | undefined
  queries: QueryClient
  waiting: Waiting
}): Promise<readonly SentExecution[]> {
  if (!wallet || !account) throw new ProviderRequiredError()
  const fresh = await Promise.all(
    entries.map(async (one) => ({
      transaction: one.transaction,
      check: await queries.fetchQuery({
        ...checkQuery({
          chain,
          signable: one,
          claim: claimTransaction(one.execution),
          hash: one.hashes.signed,
        }),
        staleTime: 0,
      }),
    })),
  )
  for (const [index, { check }] of fresh.entries())
    assertSameSources(check, entries[index]?.check)
  const { included } = planBulk(fresh)
  const execution = encodeBulk(chain, included)
  if (execution?.data !== shown) throw new ChangedMeanwhileError()
  const [target] = await queries.fetchQuery(
    contractsQuery(chain, [execution.to]),
  )
  if (!findPublished(execution.to, target?.codeHash))
    throw new NoMultiSendCodeError({ address: execution.to, chain })
  return sendExecution({
    wallet: askOnlyWhile(waiting, wallet),
    account,
    chain,
    safe: address,
    execution,
    fees,
    executed: entries.map(({ hashes, transaction: { nonce } }) => ({
      safeTxHash: hashes.signed,
      nonce,
    })),
  })
}

/** A call to an address without code succeeds and does nothing. */
export class NoMultiSendCodeError extends BaseError {
  constructor({
    address,
    chain,
  }: {
    address: Address
    chain: { name: string }
  }) {
    super(
      `The contract at ${address} on ${chain.name} isn’t the official MultiSendCallOnly. Execute the transactions one by one.`,
    )
  }
}
