import type { SafeTransaction } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import { safeInfoQuery } from '../../queries/safes.js'
import {
  type ChainConfig,
  createChainClient,
  createSecondClient,
} from '../../trust/chainClient.js'
import type { Executed } from '../../trust/checkTransaction.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type { MultisigExecution } from '../decode/readTransaction.js'

/** Asked again and again: the chain moves on while somebody reads. */
export function checkQuery({
  chain,
  address,
  transaction,
  proposal,
  hash,
  contracts,
  executed,
}: {
  chain: ChainConfig
  address: Address
  transaction: SafeTransaction
  /** What the gateway says of it; undefined for what is new. */
  proposal: { execution: MultisigExecution } | undefined
  hash: Hex
  /** What the calls were explained with; undefined until that is known. */
  contracts: ContractFacts[] | undefined
  /** Undefined for what still waits. */
  executed?: Executed | undefined
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
      executed,
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
          executed,
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
