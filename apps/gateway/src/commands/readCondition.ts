import { statfs } from 'node:fs/promises'
import type { Context } from '../context.js'
import {
  countFollowed,
  countReceivers,
  readDatabaseBytes,
} from '../store/sizes.js'
import { createWriteCheck } from '../store/writeCheck.js'
import { readIndexing } from './readIndexing.js'

export type ChainCondition = {
  chainId: number
  /** Undefined where no RPC endpoint answers. */
  head: bigint | undefined
  indexed: bigint | undefined
  safes: number
}

/** How the gateway goes, without a word about any safe. */
export async function readCondition(context: Context) {
  const { store, config } = context
  const followed = await countFollowed(store)
  const chains = await Promise.all(
    config.chains.map(async ({ chainId }): Promise<ChainCondition> => {
      const blocks = await readIndexing(context, chainId).catch(() => undefined)
      return {
        chainId,
        head: blocks?.head.number,
        indexed: blocks?.indexed.number,
        safes: followed.get(chainId) ?? 0,
      }
    }),
  )
  const problem = await createWriteCheck(store).findProblem()
  const bytes = await readDatabaseBytes(store)
  return {
    chains,
    database: { bytes, problem },
    disk: await readDisk(context),
    notices: await countReceivers(store),
  }
}

/** Of the data folder; where the database is elsewhere, so is its disk. */
async function readDisk({ config }: Context) {
  try {
    const { bsize, bavail, blocks } = await statfs(config.dataFolder)
    return { free: bsize * bavail, total: bsize * blocks }
  } catch {
    return undefined
  }
}
