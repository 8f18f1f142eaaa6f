import type { QueueItem } from '@covault/api'
import { writeMostAtOnce, writeSeveral, writeTooFew } from '../../words/bulk.js'

/** Further ones would not fit into a block for certain. */
const mostAtOnce = 10

export type Bulk = {
  picked: readonly { id: string; nonce: bigint }[]
  /** Why the one after them is not among them. */
  stop: string | undefined
}

/**
 * What could run in one go, by the gateway's list: one after the other from
 * the nonce of the safe, each with enough seals. Where several at a nonce have
 * enough, somebody has to choose, and it ends there.
 */
export function pickBulk(
  items: readonly QueueItem[],
  { nonce: current, threshold }: { nonce: bigint; threshold: number },
): Bulk {
  const waiting = listWaiting(items)
  const picked: { id: string; nonce: bigint }[] = []
  for (let nonce = current; ; nonce += 1n) {
    const rivals = waiting.filter((one) => one.nonce === nonce)
    if (rivals.length === 0) return { picked, stop: undefined }
    const [first, second] = rivals.filter(({ seals }) => seals >= threshold)
    if (!first) return { picked, stop: writeTooFew(nonce) }
    if (second) return { picked, stop: writeSeveral(nonce) }
    if (picked.length === mostAtOnce)
      return { picked, stop: writeMostAtOnce(mostAtOnce) }
    picked.push({ id: first.id, nonce })
  }
}

type Waiting = { id: string; nonce: bigint; seals: number }

/** Each once, however many pages it came with. */
function listWaiting(items: readonly QueueItem[]): Waiting[] {
  const byId = new Map<string, Waiting>()
  for (const item of items) {
    if (item.type !== 'TRANSACTION') continue
    const { id, executionInfo } = item.transaction
    if (executionInfo?.type !== 'MULTISIG') continue
    const { nonce, confirmationsSubmitted: seals } = executionInfo
    byId.set(id, { id, nonce, seals })
  }
  return [...byId.values()]
}
