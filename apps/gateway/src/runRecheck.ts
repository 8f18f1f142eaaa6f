import { parseArgs } from 'node:util'
import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { getAddress, isAddress } from 'viem'
import { openChain } from './chain/client.js'
import { readConfig } from './config.js'
import { recheck } from './indexer/recheck.js'
import { openDatabase } from './openDatabase.js'
import { openFollowedChain } from './startIndexers.js'
import { openStore } from './store/openStore.js'

/**
 * `recheck --chain ID --safe ADDRESS`: compares what is stored of a safe with
 * a fresh scan of the chain. Prints a line per difference; answers with their
 * number.
 */
export async function runRecheck(parameters: {
  args: string[]
  environment: NodeJS.ProcessEnv
  log: Logger
  print(line: string): void
}): Promise<number> {
  const { environment, log, print } = parameters
  const { chainId, safe, rest } = readRecheckArgs(parameters.args)
  const config = await readConfig(rest, environment)
  const database = await openDatabase(config, log)
  try {
    const store = await openStore({ url: database.url, log })
    try {
      const chains = config.chains.map((chain) => openChain(chain))
      const dependencies = { config, chains, store, log }
      const chain = await openFollowedChain(dependencies, chainId)
      const differences = await recheck(chain, safe)
      for (const { kind, line } of differences) print(`${kind}: ${line}`)
      print(
        differences.length === 0
          ? `${safe} is stored as it is on chain ${chainId}.`
          : `${differences.length} differences between ${safe} as stored and on chain ${chainId}.`,
      )
      return differences.length
    } finally {
      await store.destroy()
    }
  } finally {
    await database.close()
  }
}

function readRecheckArgs(args: string[]) {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { chain: { type: 'string' }, safe: { type: 'string' } },
  })
  const { chain, safe } = values
  if (typeof chain !== 'string' || !/^\d+$/.test(chain))
    throw new RecheckUsageError()
  if (typeof safe !== 'string' || !isAddress(safe, { strict: false }))
    throw new RecheckUsageError()
  const own = new Set(['--chain', chain, '--safe', safe])
  const rest = args.filter(
    (arg, index) =>
      !['--chain', '--safe'].includes(arg) &&
      !(own.has(arg) && ['--chain', '--safe'].includes(args[index - 1] ?? '')),
  )
  return { chainId: Number(chain), safe: getAddress(safe), rest }
}

export class RecheckUsageError extends BaseError {
  override name = 'RecheckUsageError'
  constructor() {
    super(
      'Usage: recheck --chain <chain id> --safe <address> [--config FILE] [--data DIR]',
    )
  }
}
