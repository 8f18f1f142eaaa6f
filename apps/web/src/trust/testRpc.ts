import { nameChain } from '@covault/protocol'
import { type ChainConfig, createNodeClient } from './chainClient.js'
import { readHead } from './head.js'
import { explainFailure } from './refusedOrigin.js'

/** Asks an endpoint which chain it is and says in words what it answered. */
export async function testRpc(
  chain: Pick<ChainConfig, 'chainId' | 'name'>,
  url: string,
): Promise<string> {
  const asked = readHead(createNodeClient(url), chain)
  const { number, latency } = await explainFailure(asked, {
    url,
    setting: (origin) =>
      `Ask its operator to allow the origin ${origin} (Access-Control-Allow-Origin; --http.corsdomain of geth).`,
  })
  return `${nameChain(chain.chainId, [chain])} at block ${number}, ${latency} ms.`
}
