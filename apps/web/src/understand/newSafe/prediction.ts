import { BaseError } from '@covault/protocol'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../../trust/chainClient.js'
import { readCode } from '../../trust/code.js'
import { readSendingCost } from '../../trust/sendingCost.js'
import { readCreationContracts } from './creationContracts.js'
import {
  createSafeCreation,
  describeCreation,
  type SafePlan,
} from './safePlan.js'

/** Where the safe will be and the call that puts it there. */
export type Prediction = {
  address: Address
  to: Address
  data: Hex
  saltNonce: bigint
}

/** Salts looked at together; a hundred equal safes are nobody's wish. */
const saltsPerLook = 5
const mostSalts = 100n

export function predictionQuery(
  chain: ChainConfig,
  plan: SafePlan | undefined,
) {
  return queryOptions({
    queryKey: ['predictedSafe', chain.chainId, plan ?? null],
    queryFn: plan
      ? () => predictSafe(createChainClient(chain), { chain, plan })
      : skipToken,
    staleTime: pollInterval,
  })
}

/**
 * Salts count from zero, so that the same owners get the same address on every
 * network; one at whose address something lies already is skipped.
 */
export async function predictSafe(
  client: ChainClient,
  {
    chain,
    plan,
    firstSalt = 0n,
  }: { chain: ChainConfig; plan: SafePlan; firstSalt?: bigint },
): Promise<Prediction> {
  const { version } = plan
  const contracts = await readCreationContracts(client, { chain, version })
  for (let salt = 0n; salt < mostSalts; salt += BigInt(saltsPerLook)) {
    const candidates = Array.from({ length: saltsPerLook }, (_, index) => {
      const saltNonce = firstSalt + salt + BigInt(index)
      const creation = createSafeCreation(plan, { contracts, saltNonce })
      return { ...describeCreation(creation), saltNonce }
    })
    const codes = await Promise.all(
      candidates.map(({ address }) => readCode(client, address)),
    )
    const free = candidates.find((_, index) => (codes[index] ?? '0x') === '0x')
    if (free) return free
  }
  throw new NoFreeSaltError({ chain })
}

/** What the creation costs anyone who sends it. */
export function creationCostQuery(
  chain: ChainConfig,
  {
    account,
    prediction,
  }: { account: Address | null; prediction: Prediction | undefined },
) {
  return queryOptions({
    queryKey: ['creationCost', chain.chainId, account, prediction?.address],
    queryFn:
      account && prediction
        ? () => {
            const { to, data } = prediction
            return readSendingCost(createChainClient(chain), {
              chain,
              account,
              to,
              data,
            })
          }
        : skipToken,
    staleTime: pollInterval,
  })
}

export class NoFreeSaltError extends BaseError {
  constructor({ chain }: { chain: { name: string } }) {
    super(
      `${mostSalts} safes with these owners exist on ${chain.name} already. Change the owners or their order.`,
    )
  }
}
