import { proxyFactories } from '@covault/protocol'
import { type Address, getAddress, type Hex, numberToHex } from 'viem'
import type { ChainClient } from './chainClient.js'

/** The first page has no room for all events that we can read. */
const creations: Hex[] = [
  // ProxyCreation(address), until 1.1.1
  '0xa38789425dbeee0239e16ff2d2567e31720127fbc6430758c1a4efc6aef29f80',
  // ProxyCreation(address,address)
  '0x4f51faf6c4561ff95f067657e43439f0f856d97c04d9ec9070a6199ad418e235',
]

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
        topics: [creations],
        fromBlock: numberToHex(fromBlock),
        toBlock: numberToHex(toBlock),
      },
    ],
  })
  return logs.flatMap(({ topics: [topic0, indexed], data }) => {
    if (!topic0 || !creations.includes(topic0)) return []
    // The proxy comes first, and is indexed in later versions.
    const word = indexed ?? data.slice(0, 66)
    return /^0x0{24}[0-9a-f]{40}$/i.test(word)
      ? getAddress(`0x${word.slice(26)}`)
      : []
  })
}
