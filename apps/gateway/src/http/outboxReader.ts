import type { Store } from '../store/openStore.js'
import {
  listChanges,
  readLastChange,
  type StoredChange,
} from '../store/outbox.js'
import { atPrimary } from '../store/replicas.js'

const batch = 1_000
/** Other processes have heard by then, and answers that are shared are gone. */
const settleMs = 2_000
/** More are not remembered; then a page begins a little later. */
const mostSteps = 100

/** The last change that was handed on, as long as it is still the same. */
type Mark = Pick<StoredChange, 'id' | 'writtenAt'>

const beginning: Mark = { id: 0n, writtenAt: new Date(0) }

/**
 * Reads the outbox to its end, in order, and hands on each change once. Where
 * the change that was read last is gone, a failover has lost it and perhaps
 * others; ids after it may be given once more.
 */
export function createOutboxReader(
  store: Store,
  {
    onChange,
    onReset,
  }: {
    onChange(change: StoredChange): void
    /** What comes after this one is new. */
    onReset(id: bigint): void
  },
) {
  let mark: Mark | undefined
  let reading: Promise<void> | undefined
  let wanted = false
  /** Where it stood lately, oldest first. */
  let steps: { id: bigint; at: number }[] = []

  const readLast = async (): Promise<Mark> =>
    (await readLastChange(store)) ?? beginning
  /** Undefined: the one that they come after is gone. */
  const readAfter = async ({ id, writtenAt }: Mark) => {
    if (id === 0n) return listChanges(store, { after: id, limit: batch })
    const after = id - 1n
    const [known, ...changes] = await listChanges(store, {
      ...{ after, limit: batch + 1 },
    })
    const isSame = known?.writtenAt.getTime() === writtenAt.getTime()
    return known?.id === id && isSame ? changes : undefined
  }
  const readMore = async (): Promise<StoredChange[]> => {
    const known = mark ?? (await readLast())
    mark = known
    const changes =
      (await readAfter(known)) ?? (await atPrimary(() => readAfter(known)))
    if (changes) return changes
    mark = await atPrimary(readLast)
    steps = []
    onReset(mark.id)
    return []
  }
  const readAll = async () => {
    try {
      while (wanted) {
        wanted = false
        const changes = await readMore()
        for (const change of changes) onChange(change)
        mark = changes.at(-1) ?? mark ?? beginning
        const { id } = mark
        if (steps.at(-1)?.id !== id)
          steps = [...steps, { id, at: Date.now() }].slice(-mostSteps)
        wanted ||= changes.length === batch
      }
    } finally {
      reading = undefined
    }
  }

  return {
    /** All who ask while a reading runs share the one after it. */
    read(): Promise<void> {
      wanted = true
      reading ??= readAll()
      return reading
    },
    /** The last change that was handed on. */
    at: (): bigint => mark?.id ?? 0n,
    settled(): bigint | undefined {
      const old = Date.now() - settleMs
      while (steps[1] && steps[1].at <= old) steps.shift()
      return steps[0] && steps[0].at <= old ? steps[0].id : undefined
    },
    settle: async () => {
      await reading?.catch(() => undefined)
    },
  }
}
