import { decodeLog, proxyFactories } from '@covault/protocol'
import { type Address, numberToHex } from 'viem'
import type { ChainClient } from './chainClient.js'

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
        fromBlock: numberToHex(fromBlock),
        toBlock: numberToHex(toBlock),
      },
    ],
  })
  return logs.flatMap((log) => {
    const event = decodeLog(log)
    return event?.type === 'proxyCreation' ? event.proxy : []
  })
}
