import {
  BaseError,
  type Call,
  createProxyWithNonceMethod,
  decodeMethod,
  encodeMethod,
  erc20TransferMethod,
  predictSafeAddress,
} from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import { readTokenText } from '../../lib/readTokenText.js'
import { readBalances } from '../../trust/balances.js'
import { predictSafe } from '../../understand/newSafe/prediction.js'
import { offeredVersions } from '../../understand/newSafe/safePlan.js'
import type { Snapshot } from '../machine/flow.js'
import { checkFunds, type Held } from './checkFunds.js'
import type { Fund, NestedSafeInput } from './input.js'

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
    readHeld(funds, snapshot),
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

function toPayment({
  token,
  to,
  value,
}: {
  token: Address
  to: Address
  value: bigint
}): Call {
  if (token === zeroAddress) return { to, value, data: '0x', operation: 0 }
  const data = encodeMethod(erc20TransferMethod, { to, value })
  return { to: token, value: 0n, data, operation: 0 }
}

async function readHeld(
  funds: readonly Fund[],
  { chain, address: holder, client, block: blockNumber }: Snapshot,
): Promise<ReadonlyMap<Address, Held>> {
  if (funds.length === 0) return new Map()
  const { tokens } = await readBalances(client, {
    holder,
    tokens: [
      ...new Set(
        funds.flatMap(({ token }) => readTokenText(token).token ?? []),
      ),
    ],
    nativeDecimals: chain.nativeCurrency.decimals,
    blockNumber,
  })
  return new Map(
    [...tokens].map(([token, { amount, decimals }]) => {
      const symbol =
        token === zeroAddress
          ? chain.nativeCurrency.symbol
          : formatAddress(token, { digits: 4 })
      return [token, { symbol, decimals, amount }]
    }),
  )
}

class FundRefusedError extends BaseError {
  constructor({ row, reason }: { row: number; reason: string }) {
    super(`Row ${row}: ${reason}`)
  }
}
