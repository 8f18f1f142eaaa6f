import {
  BaseError,
  type Call,
  createProxyWithNonceMethod,
  decodeMethod,
  predictSafeAddress,
} from '@covault/protocol'
import type { Address } from 'viem'
import { predictSafe } from '../../understand/newSafe/prediction.js'
import { offeredVersions } from '../../understand/newSafe/safePlan.js'
import { readHeldTokens, toPayment } from '../../understand/safe/heldTokens.js'
import type { Snapshot } from '../machine/flow.js'
import { checkFunds } from './checkFunds.js'
import type { NestedSafeInput } from './input.js'

/** One call makes the safe; the others send to where it will be. */
export async function buildNestedSafe(
  { funds, salt }: NestedSafeInput,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { chain, address: parent, client } = snapshot
  const [version] = offeredVersions
  const plan = {
    chainId: chain.chainId,
    owners: [parent],
    threshold: 1,
    version,
  }
  const [{ to, data, address: child }, held] = await Promise.all([
    predictSafe(client, { chain, plan, firstSalt: BigInt(salt) }),
    readHeldTokens(
      funds.map(({ token }) => token),
      snapshot,
    ),
  ])
  const creation: Call = { to, value: 0n, data, operation: 0 }
  const payments = checkFunds(funds, held).map(
    ({ mistakes, token, value }, at) => {
      const [reason] = Object.values(mistakes)
      if (reason || !token || value === undefined)
        throw new FundRefusedError({ row: at + 1, reason: reason ?? '' })
      return toPayment({ token, to: child, value })
    },
  )
  return [creation, ...payments]
}

/** Where the safe of such a first call is made. */
export function findCreated([creation]: readonly Call[]): Address | undefined {
  if (!creation) return undefined
  const made = decodeMethod(createProxyWithNonceMethod, creation.data)
  return made && predictSafeAddress({ factory: creation.to, ...made })
}

class FundRefusedError extends BaseError {
  constructor({ row, reason }: { row: number; reason: string }) {
    super(`Row ${row}: ${reason}`)
  }
}
