import type { Address } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { writeNumber } from '../../lib/formatAmount.js'
import { formatNumber } from '../../lib/formatCount.js'
import type { Movement } from '../../queries/movements.js'
import type { ChainConfig } from '../../trust/chainClient.js'

/** How much of what, in a line of a statement. */
export function writeMoved(
  { transferInfo }: Pick<Movement, 'transferInfo'>,
  { nativeCurrency }: Pick<ChainConfig, 'nativeCurrency'>,
): string {
  switch (transferInfo.type) {
    case 'NATIVE_COIN':
      return `${writeNumber(transferInfo.value ?? 0n, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
    case 'ERC20':
      return `${writeUnits(transferInfo.value, transferInfo.decimals)} ${nameToken(transferInfo)}`
    case 'ERC721': {
      const { tokenId, quantity = 1n } = transferInfo
      return `${formatNumber(quantity)} ${nameToken(transferInfo)} #${tokenId}`
    }
    default:
      return ''
  }
}

/** What has no symbol is told by its address. */
function nameToken({
  tokenSymbol,
  tokenAddress,
}: {
  tokenSymbol: string | null
  tokenAddress: Address
}): string {
  return (
    toForeignText(tokenSymbol ?? '', 20) ||
    formatAddress(tokenAddress, { digits: 4 })
  )
}

/** Without decimals nobody knows how much it is. */
export function writeUnits(
  value: bigint | undefined,
  decimals: number | null | undefined,
): string {
  if (value === undefined) return 'unknown'
  if (value === 0n) return writeNumber(0n, decimals ?? 0)
  return typeof decimals === 'number'
    ? writeNumber(value, decimals)
    : `${writeNumber(value, 0)} units`
}
