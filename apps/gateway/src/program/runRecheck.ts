import { writeCount } from '@covault/protocol'
import { openChain } from '../chain/client.js'
import { readConfig } from '../config.js'
import { recheck } from '../indexer/recheck.js'
import { openFollowedChain } from '../startIndexers.js'
import type { CommandInput } from './command.js'
import { resolveSafe } from './resolveSafe.js'
import { takeOptions } from './takeOptions.js'
import { withStore } from './withStore.js'

/**
 * `recheck --safe eth:0x...`: compares what is stored of a safe with
 * a fresh scan of the chain. Prints a line per difference.
 */
export async function runRecheck(input: CommandInput): Promise<number> {
  const { environment, log, print } = input
  const { values, rest } = takeOptions(input.args, ['safe'])
  const config = await readConfig(rest, environment)
  const { chain, safe } = resolveSafe(config, values.safe)
  const { chainId } = chain
  const differences = await withStore({ config, log }, async (store) => {
    const chains = config.chains.map((each) => openChain(each))
    const dependencies = { config, chains, store, log }
    return recheck(await openFollowedChain(dependencies, chainId), safe)
  })
  for (const { kind, line } of differences) print(`${kind}: ${line}`)
  print(
    differences.length === 0
      ? `${safe} is stored as it is on chain ${chainId}.`
      : `${writeCount(differences.length, { one: 'difference', other: 'differences' })} between ${safe} as stored and on chain ${chainId}.`,
  )
  return differences.length === 0 ? 0 : 1
}
