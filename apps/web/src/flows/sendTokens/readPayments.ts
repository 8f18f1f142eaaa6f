import type { Call } from '@covault/protocol'
import { formatUnits, zeroAddress } from 'viem'
import { createChainClient } from '../../trust/chainClient.js'
import { readContracts } from '../../trust/contracts.js'
import { readPayment } from '../../understand/decode/listCalls.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { addPayments, type SendTokensInput } from './input.js'

/** The rows that make these calls; undefined: they do more than to pay. */
export async function readPayments(
  calls: readonly Call[],
  { chain }: SafePlace,
): Promise<SendTokensInput | undefined> {
  const paid = calls.flatMap((call) => readPayment(call) ?? [])
  if (paid.length === 0 || paid.length < calls.length) return undefined
  const tokens = [...new Set(paid.map(({ token }) => token))]
  const facts = await readContracts(
    createChainClient(chain),
    tokens.filter((token) => token !== zeroAddress),
  )
  const findDecimals = (token: string) =>
    token === zeroAddress
      ? chain.nativeCurrency.decimals
      : facts.find(({ address }) => address === token)?.token?.decimals
  return {
    payments: addPayments(
      [],
      paid.map(({ token, recipient, value }) => {
        const decimals = findDecimals(token)
        const amount =
          decimals === undefined ? '' : formatUnits(value, decimals)
        return { recipient, token, amount }
      }),
    ),
  }
}
