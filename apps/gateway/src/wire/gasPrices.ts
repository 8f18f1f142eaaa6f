import type { EndpointWire, getChain } from '@covault/api'
import type { GasPrice } from '@covault/protocol'
import type { ChainConfig } from '../chainsConfig.js'

type GasPriceWire = EndpointWire<typeof getChain>['gasPrice'][number]

/**
 * Anyone who finds no source asks the node, so what follows an unknown one is
 * none.
 */
export function toGasPrices({
  gasPrice,
}: Pick<ChainConfig, 'gasPrice'>): GasPriceWire[] {
  const end = gasPrice.findIndex(({ type }) => type === 'unknown')
  const used = end === -1 ? gasPrice : gasPrice.slice(0, end)
  return used.flatMap(toGasPrice)
}

function toGasPrice(price: GasPrice): GasPriceWire[] {
  switch (price.type) {
    case 'fixed':
      return [{ type: 'fixed', weiValue: String(price.weiValue) }]
    case 'fixed1559':
      return [
        {
          type: 'fixed1559',
          maxFeePerGas: String(price.maxFeePerGas),
          maxPriorityFeePerGas: String(price.maxPriorityFeePerGas),
        },
      ]
    case 'oracle':
      return [price]
    case 'unknown':
      return []
  }
}
