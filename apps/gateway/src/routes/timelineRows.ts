import type { Address, Hex } from 'viem'
import { readCreation } from '../store/creations.js'
import { readFeesOf } from '../store/fees.js'
import { readModuleTransactionsAt } from '../store/moduleTransactions.js'
import { readMovementSums } from '../store/movementSums.js'
import type { Store } from '../store/openStore.js'
import type { TimelineEntry } from '../store/timeline.js'
import { readTransactions } from '../store/transactions.js'
import { readTransfersAt } from '../store/transferReads.js'
import { readLogPlace, type TimelineRows } from '../wire/history.js'

/** The rows that entries of a safe's timeline represent. */
export async function readTimelineRows(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    entries: readonly TimelineEntry[]
  },
): Promise<TimelineRows> {
  const { chainId, safe, entries } = parameters
  const of = (kind: TimelineEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind)
  const places = (kind: TimelineEntry['kind']) =>
    of(kind).map(({ blockNumber, ref }) => ({
      blockNumber,
      ...readLogPlace(ref),
    }))
  const [multisig, { modules, moduleFees }, transfers, creation, sums] =
    await Promise.all([
      readTransactions(store, {
        chainId,
        hashes: of('multisig').map(({ ref }) => ref as Hex),
      }),
      readModules(store, { chainId, places: places('module') }),
      readTransfersAt(store, { chainId, safe, places: places('transfer') }),
      of('creation').length > 0
        ? readCreation(store, { chainId, safe })
        : undefined,
      readMovementSums(store, {
        chainId,
        safe,
        blocks: [...of('multisig'), ...of('module')].map(
          ({ blockNumber }) => blockNumber,
        ),
      }),
    ])
  return { multisig, modules, moduleFees, transfers, creation, sums }
}

async function readModules(
  store: Store,
  parameters: Parameters<typeof readModuleTransactionsAt>[1],
): Promise<Pick<TimelineRows, 'modules' | 'moduleFees'>> {
  const { chainId } = parameters
  const modules = await readModuleTransactionsAt(store, parameters)
  const hashes = [...new Set(modules.map(({ txHash }) => txHash))]
  return { modules, moduleFees: await readFeesOf(store, { chainId, hashes }) }
}
