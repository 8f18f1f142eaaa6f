import { proxyFactories } from '@covault/protocol'
import {
  type Address,
  getAddress,
  type Hex,
  isHex,
  numberToHex,
  size,
  slice,
} from 'viem'
import type { ChainClient } from './chainClient.js'

/** ProxyCreation(address), factories 1.0.0 and 1.1.1. */
const proxyCreation =
  '0xa38789425dbeee0239e16ff2d2567e31720127fbc6430758c1a4efc6aef29f80'
/** ProxyCreation(address,address), factories since 1.3.0. */
const proxyCreationWithSingleton =
  '0x4f51faf6c4561ff95f067657e43439f0f856d97c04d9ec9070a6199ad418e235'

/** Proxies that a known factory made in these blocks, oldest first. */
export async function findProxies(
  client: ChainClient,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<Address[]> {
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [
      {
        address: proxyFactories.map(({ address }) => address),
        topics: [[proxyCreation, proxyCreationWithSingleton]],
        fromBlock: numberToHex(fromBlock),
        toBlock: numberToHex(toBlock),
      },
    ],
  })
  return logs.flatMap((log) => decodeProxy(log) ?? [])
}

/**
 * The same topic comes in two shapes: since 1.4.1 the proxy is indexed, before
 * it is the first word of the data. Only the number of topics tells.
 */
export function decodeProxy({
  topics,
  data,
}: {
  topics: readonly Hex[]
  data: Hex
}): Address | undefined {
  const word = topics[1] ?? firstWord(data)
  return word && getAddress(slice(word, 12))
}

function firstWord(data: Hex): Hex | undefined {
  return isHex(data) && size(data) >= 32 ? slice(data, 0, 32) : undefined
}
