import type { TransactionDetails } from '@covault/api'
import { BaseError, type SafeTransaction } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import type { MultisigExecution } from '../../components/transaction/readTransaction.js'
import { pollInterval } from '../../lib/timing.js'
import { safeInfoQuery } from '../../queries/safes.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { checkTransaction } from '../../trust/checkTransaction.js'

/** A transaction that the gateway has, with what it says of it. */
export type Proposal = {
  details: TransactionDetails
  execution: MultisigExecution
}

/** Asked again and again: the chain moves on while somebody reads. */
export function checkQuery({
  chain,
  address,
  transaction,
  proposal,
  hash,
}: {
  chain: ChainConfig
  address: Address
  transaction: SafeTransaction
  proposal: Proposal | undefined
  hash: Hex
}) {
  const { chainId } = chain
  const claim = proposal && toClaim(proposal.execution)
  return queryOptions({
    queryKey: ['check', chainId, address, hash, claim],
    queryFn: async ({ client: cache }) => {
      const info = await cache
        .fetchQuery({ ...safeInfoQuery({ chainId, address }), staleTime: 0 })
        .catch(() => undefined)
      return checkTransaction(createChainClient(chain), {
        chain,
        address,
        transaction,
        claim,
        info,
      })
    },
    refetchInterval: pollInterval,
    staleTime: 0,
    gcTime: 0,
  })
}

function toClaim({
  safeTxHash,
  confirmationsRequired,
  confirmations,
}: MultisigExecution) {
  return {
    safeTxHash,
    threshold: confirmationsRequired,
    confirmations: confirmations.map(({ signer, signature }) => ({
      signer: signer.value,
      signature,
    })),
  }
}

export class ChangedMeanwhileError extends BaseError {
  override name = 'ChangedMeanwhileError'

  constructor() {
    super(
      'Something has changed since this page was shown. Nothing was asked of the wallet: look at what was checked, then press again.',
    )
  }
}
