import { call, createClient, getChains } from '@covault/api'
import { formatCount } from '../lib/formatCount.js'
import { explainFailure } from '../trust/refusedOrigin.js'

/** Asks a gateway for its chains and says in words what it answered. */
export async function testGateway(url: string): Promise<string> {
  const start = performance.now()
  const asked = call(createClient({ baseUrl: url }), getChains, {
    query: {},
    retryLimit: 0,
    timeout: 10_000,
  })
  const { results } = await explainFailure(asked, {
    url,
    setting: (origin) =>
      `Ask its operator to add ${origin} to access.origins in the gateway’s configuration.`,
  })
  const latency = Math.round(performance.now() - start)
  const names = results.map(({ chainName }) => chainName).join(', ')
  return `Answers in ${latency} ms for ${formatCount(results.length, 'network')}: ${names || 'none'}.`
}
