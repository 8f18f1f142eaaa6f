import type { TransactionDetails } from '@covault/api'
import { BaseError, type SafeTransaction } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import type { MultisigExecution } from '../../components/transaction/readTransaction.js'
import { pollInterval } from '../../lib/timing.js'
import type { ContractFacts } from '../../queries/contracts.js'
import { safeInfoQuery } from '../../queries/safes.js'
import {
  type ChainConfig,
  createChainClient,
  createSecondClient,
} from '../../trust/chainClient.js'

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
  contracts,
}: {
  chain: ChainConfig
  address: Address
  transaction: SafeTransaction
  proposal: Proposal | undefined
  hash: Hex
  /** What the calls were explained with; undefined until that is known. */
  contracts: ContractFacts[] | undefined
}) {
  const { chainId } = chain
  const claim = proposal && toClaim(proposal.execution)
  return queryOptions({
    queryKey: [
      'check',
      chainId,
      address,
      hash,
      claim,
      // What they are; at which block that was read changes nothing.
      contracts?.map(({ provenance: _, ...facts }) => facts),
    ],
    queryFn: async ({ client: cache }) => {
      const info = await cache
        .fetchQuery({ ...safeInfoQuery({ chainId, address }), staleTime: 0 })
        .catch(() => undefined)
      const second = createSecondClient(chain)
      // The review stands before the check does: its code may come as late.
      const [{ checkTransaction }, { compareContracts }] = await Promise.all([
        import('../../trust/checkTransaction.js'),
        import('./compareContracts.js'),
      ])
      const [check, compared] = await Promise.all([
        checkTransaction(createChainClient(chain), {
          chain,
          address,
          transaction,
          claim,
          info,
          second,
        }),
        compareContracts(contracts ?? [], { chainId, second }),
      ])
      const fields = [...check.fields, ...compared]
      return {
        ...check,
        fields,
        isRefused: check.isRefused || compared.length > 0,
      }
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
