import { getBlockByNumber, getHead } from '../chain/blocks.js'
import { type Context, getServedChain } from '../context.js'
import { StorageFailure } from '../failures.js'
import { readCursor } from '../store/cursors.js'

type BlockTime = { number: bigint; time: Date }

/** Blocks the indexer may be behind while it still counts as up to date. */
const toleratedLag = 3n

/** Where the chain is, and up to where it is stored. */
export async function readIndexing(
  context: Context,
  chainId: number,
): Promise<{ head: BlockTime; indexed: BlockTime; synced: boolean }> {
  const { access } = getServedChain(context, chainId)
  const cursor = await readCursor(context.store, chainId)
  return access.pool.use(async (rpc) => {
    const number = await getHead(rpc)
    const indexedNumber =
      cursor && cursor.number < number ? cursor.number : number
    const [head, indexed] = await Promise.all([
      getBlockByNumber(rpc, number),
      getBlockByNumber(rpc, indexedNumber),
    ])
    if (!head || !indexed) throw new StorageFailure(503, 'Service unavailable')
    return {
      head: toBlockTime(head),
      indexed: toBlockTime(indexed),
      synced: cursor !== undefined && number - indexedNumber <= toleratedLag,
    }
  })
}

function toBlockTime(block: { number: bigint; time: number }): BlockTime {
  return { number: block.number, time: new Date(block.time * 1000) }
}
