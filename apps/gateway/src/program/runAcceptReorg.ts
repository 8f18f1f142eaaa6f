import { readConfig } from '../config.js'
import { allowUndo } from '../store/cursors.js'
import { type CommandInput, UsageError } from './command.js'
import { takeOptions } from './takeOptions.js'
import { withStore } from './withStore.js'

/**
 * `accept-reorg --chain ID --block NUMBER`: the operator's word that final
 * blocks above this one were replaced and may be undone.
 */
export async function runAcceptReorg(input: CommandInput): Promise<number> {
  const { environment, log, print } = input
  const { values, rest } = takeOptions(input.args, ['chain', 'block'])
  const { chain = '', block: number = '' } = values
  if (!/^\d+$/.test(chain) || !/^\d+$/.test(number))
    throw new UsageError('accept-reorg needs --chain ID and --block NUMBER.')
  const [chainId, block] = [Number(chain), BigInt(number)]
  const config = await readConfig(rest, environment)
  const isLowered = await withStore({ config, log }, (store) =>
    allowUndo(store, { chainId, above: block }),
  )
  print(
    isLowered
      ? `Blocks of chain ${chainId} above ${block} may be undone. The indexer does it when it next reads the chain.`
      : `No final block of chain ${chainId} is above ${block}. Nothing was changed.`,
  )
  return 0
}
