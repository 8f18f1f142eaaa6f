import { parseArgs } from 'node:util'
import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { readConfig } from './config.js'
import { openDatabase } from './openDatabase.js'
import { allowUndo } from './store/cursors.js'
import { openStore } from './store/openStore.js'

/**
 * `accept-reorg --chain ID --block NUMBER`: the operator's word that final
 * blocks above this one were replaced and may be undone.
 */
export async function runAcceptReorg(parameters: {
  args: string[]
  environment: NodeJS.ProcessEnv
  log: Logger
  print(line: string): void
}): Promise<void> {
  const { environment, log, print } = parameters
  const { chainId, block, rest } = readAcceptArgs(parameters.args)
  const config = await readConfig(rest, environment)
  const database = await openDatabase(config, log)
  try {
    const store = await openStore({ url: database.url, log })
    try {
      const isLowered = await allowUndo(store, { chainId, above: block })
      print(
        isLowered
          ? `Blocks of chain ${chainId} above ${block} may be undone. The indexer does it when it next reads the chain.`
          : `No final block of chain ${chainId} is above ${block}. Nothing was changed.`,
      )
    } finally {
      await store.destroy()
    }
  } finally {
    await database.close()
  }
}

function readAcceptArgs(args: string[]) {
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: { chain: { type: 'string' }, block: { type: 'string' } },
  })
  const find = (name: string) =>
    tokens.find((token) => token.kind === 'option' && token.name === name)
  const [chain, block] = [find('chain'), find('block')]
  if (chain?.kind !== 'option' || block?.kind !== 'option')
    throw new AcceptUsageError()
  if (!/^\d+$/.test(chain.value ?? '') || !/^\d+$/.test(block.value ?? ''))
    throw new AcceptUsageError()
  const taken = [chain, block].flatMap(({ index, inlineValue }) =>
    inlineValue ? [index] : [index, index + 1],
  )
  return {
    chainId: Number(chain.value),
    block: BigInt(block.value ?? 0),
    rest: args.filter((_, index) => !taken.includes(index)),
  }
}

export class AcceptUsageError extends BaseError {
  override name = 'AcceptUsageError'
  constructor() {
    super(
      'Usage: accept-reorg --chain <chain id> --block <number> [--config FILE] [--data DIR]',
    )
  }
}
