import { getMaximumRefund, type SafeTransaction } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { type Address, getAddress, zeroAddress } from 'viem'
import { toForeignText } from '../../../lib/foreignText.js'
import { formatAmount } from '../../../lib/formatAmount.js'
import type { ChainConfig } from '../../../trust/chainClient.js'
import { contractsQuery } from '../../../trust/contracts.js'

/** S41: the most that leaves the safe besides its calls, and to whom. */
export function Refund({
  chain,
  transaction: { gasToken, refundReceiver, ...gas },
  nameOf,
}: {
  chain: ChainConfig
  transaction: SafeTransaction
  nameOf: (address: Address) => string | undefined
}) {
  const isNative = gasToken === zeroAddress
  const { data: [token] = [] } = useQuery({
    ...contractsQuery(chain, [getAddress(gasToken)]),
    enabled: !isNative,
  })
  const unit = isNative ? chain.nativeCurrency : token?.token
  const amount = formatAmount(getMaximumRefund(gas), unit?.decimals ?? 0)
  const digits = [amount.integer, amount.fraction].filter(Boolean).join('.')
  const symbol = unit ? toForeignText(unit.symbol, 20) : 'units'
  const receiver =
    refundReceiver === zeroAddress
      ? 'the executor'
      : (nameOf(refundReceiver) ?? refundReceiver)
  return `up to ${digits} ${symbol}${isNative ? '' : ` (${gasToken})`} to ${receiver} as a gas refund`
}
