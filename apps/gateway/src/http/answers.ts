import type { Address, Hex } from 'viem'
import type { Lists } from '../store/replicas.js'

/**
 * Answers that are made once. Those who ask the same within a second share
 * one. Where rows tell of everything that could change an answer, it is kept:
 * until they do, or until the chain's next block. What changes is heard of at
 * least once a second while anybody asks, so that in either case nobody is
 * told what was no longer true a second ago.
 */
export type Answers = {
  share(
    place: AnswerPlace,
    make: (keep: Keep) => Promise<Buffer>,
  ): Promise<Buffer>
  /** Reads what is not shared as what is: of a safe, or of any. */
  read<result>(
    place: { chainId: number; safe: Address } | undefined,
    work: () => Promise<result>,
  ): Promise<result>
  forgetSafe(chainId: number, safe: Address): void
  forgetChain(chainId: number): void
  /** Up to where a chain is applied. */
  noteBlock(chainId: number, block: Hex): void
  /** What tells of all changes until now; without it nothing is kept. */
  keepBy(hear: () => Promise<void>): void
  stop(): void
}

/** Said by the route that makes an answer that may be kept. */
export type Keep = (until?: {
  /** No longer than this is the chain's last. */
  block?: Hex
  /** No longer than for so long. */
  mostMs?: number
}) => void

export type AnswerPlace = { chainId: number; safe: Address; request: string }

type Entry = {
  drawer: Drawer
  request: string
  body: Promise<Buffer>
  /** Milliseconds. */
  at: number
  /** Zero until it is made. */
  bytes: number
  kept: Parameters<Keep>[0]
}

/** Those of one safe; `bytes` of those that are kept. */
type Drawer = {
  chainId: number
  safe: Address
  entries: Map<string, Entry>
  bytes: number
}

const sharedMs = 1_000
/** Names of contracts and that somebody asked are in no row of a safe. */
const keptMs = 60_000
/** What is made beyond these is not kept. */
const mostShared = 32 * 1024 * 1024
const mostKept = 96 * 1024 * 1024
/** Of one safe: there are many pages, and anybody may ask for them. */
const mostOfSafe = 1024 * 1024
/** What an entry weighs beside its body and its name. */
const entryBytes = 512

/** Where there are replicas, `lists` says which of them may answer. */
export function createAnswers(lists?: Lists | undefined): Answers {
  const drawers = createDrawers()
  const blocks = new Map<number, Hex>()
  const hearing = createHearing()
  const timer = setInterval(drawers.dropOld, sharedMs)
  timer.unref()

  const makeNew = (
    place: AnswerPlace,
    make: (keep: Keep) => Promise<Buffer>,
  ): Promise<Buffer> => {
    const drawer = drawers.open(place)
    const { request } = place
    // What was made before anybody was heard may have changed unheard.
    const isHeard = hearing.hasHeard()
    let kept: Entry['kept']
    const makeAndKeep = () =>
      make((until = {}) => {
        if (isHeard) kept = until
      })
    const body = lists ? lists.read(place, makeAndKeep) : makeAndKeep()
    const entry: Entry = {
      ...{ drawer, request, body },
      ...{ at: performance.now(), bytes: 0, kept: undefined },
    }
    // If the safe changes meanwhile, nobody finds this drawer any more.
    drawer.entries.set(request, entry)
    body.then(
      (answer) => {
        entry.kept = kept
        drawers.put(entry, answer)
      },
      () => drawers.drop(entry),
    )
    return body
  }

  const isKept = ({ drawer: { chainId }, kept, at }: Entry): boolean =>
    kept !== undefined &&
    performance.now() - at < getTerm({ kept }) &&
    (kept.block === undefined || kept.block === blocks.get(chainId))

  return {
    share(place, make) {
      const found = drawers.find(place)
      if (found && performance.now() - found.at < sharedMs) return found.body
      const isWorth = found !== undefined && isKept(found)
      if (found && !isWorth) drawers.drop(found)
      // What a replica lacks is known from what was heard.
      const isUpToDate = (!isWorth && !lists) || hearing.isUpToDate()
      if (isUpToDate) return isWorth ? found.body : makeNew(place, make)
      return hearing.hear().then((isHeard) => {
        const known = drawers.find(place)
        if (known && known !== found) return known.body
        if (isHeard && known && isKept(known)) return known.body
        if (known) drawers.drop(known)
        return makeNew(place, make)
      })
    },
    async read(place, work) {
      if (!lists) return work()
      if (!hearing.isUpToDate()) await hearing.hear()
      return lists.read(place, work)
    },
    forgetSafe(chainId, safe) {
      lists?.changed(chainId, safe)
      drawers.closeSafe(chainId, safe)
    },
    forgetChain(chainId) {
      lists?.changed(chainId)
      drawers.closeChain(chainId)
    },
    noteBlock(chainId, block) {
      blocks.set(chainId, block)
    },
    keepBy: hearing.start,
    stop() {
      clearInterval(timer)
    },
  }
}

/** What was made, by chain and safe, as much as there is room for. */
function createDrawers() {
  const chains = new Map<number, Map<Address, Drawer>>()
  const made = new Set<Entry>()
  const held = { shared: 0, kept: 0 }

  const open = ({ chainId, safe }: AnswerPlace): Drawer => {
    const safes = chains.get(chainId) ?? new Map<Address, Drawer>()
    chains.set(chainId, safes)
    const drawer: Drawer = safes.get(safe) ?? {
      ...{ chainId, safe, entries: new Map(), bytes: 0 },
    }
    safes.set(safe, drawer)
    return drawer
  }

  /** Nobody finds what is in it any more. */
  const close = (drawer: Drawer) => {
    const { chainId, safe, entries } = drawer
    const safes = chains.get(chainId)
    if (safes?.get(safe) === drawer) safes.delete(safe)
    for (const entry of [...entries.values()]) drop(entry)
  }

  /** Counts what was made, if there is room for it. */
  const put = (entry: Entry, body: Buffer) => {
    const { drawer, request, kept } = entry
    if (drawer.entries.get(request) !== entry) return
    const bytes = body.length + 2 * request.length + entryBytes
    const isOver = kept
      ? held.kept + bytes > mostKept || drawer.bytes + bytes > mostOfSafe
      : held.shared + bytes > mostShared
    if (isOver) return drop(entry)
    entry.bytes = bytes
    held[kept ? 'kept' : 'shared'] += bytes
    if (kept) drawer.bytes += bytes
    made.add(entry)
  }

  const drop = (entry: Entry) => {
    const { drawer, request, kept, bytes } = entry
    if (made.delete(entry)) {
      held[kept ? 'kept' : 'shared'] -= bytes
      if (kept) drawer.bytes -= bytes
    }
    if (drawer.entries.get(request) !== entry) return
    drawer.entries.delete(request)
    if (drawer.entries.size === 0) close(drawer)
  }

  return {
    ...{ open, put, drop },
    find: ({ chainId, safe, request }: AnswerPlace) =>
      chains.get(chainId)?.get(safe)?.entries.get(request),
    closeSafe(chainId: number, safe: Address) {
      const drawer = chains.get(chainId)?.get(safe)
      if (drawer) close(drawer)
    },
    closeChain(chainId: number) {
      for (const drawer of [...(chains.get(chainId)?.values() ?? [])])
        close(drawer)
    },
    dropOld() {
      const now = performance.now()
      for (const entry of made)
        if (now - entry.at >= getTerm(entry)) drop(entry)
    },
  }
}

function getTerm({ kept }: Pick<Entry, 'kept'>): number {
  return kept ? Math.min(kept.mostMs ?? keptMs, keptMs) : sharedMs
}

const never = Number.NEGATIVE_INFINITY

/** How far what is known is up to date; many who want to know ask once. */
function createHearing() {
  let ask: (() => Promise<void>) | undefined
  let heardAt = never
  let underway: Promise<boolean> | undefined

  const hearNow = (): Promise<boolean> => {
    const started = performance.now()
    if (!ask) return Promise.resolve(false)
    underway ??= ask()
      .then(
        () => {
          heardAt = started
          return true
        },
        () => false,
      )
      .finally(() => {
        underway = undefined
      })
    return underway
  }
  /** One that has been under way for long may have missed what came since. */
  const hear = async (): Promise<boolean> => {
    const oldest = performance.now() - sharedMs
    return (await hearNow()) && (heardAt > oldest || hearNow())
  }

  return {
    start(how: () => Promise<void>) {
      ask = how
    },
    hasHeard(): boolean {
      if (heardAt === never) void hear()
      return heardAt !== never
    },
    /** Asks ahead of time, so that hardly anybody waits for it. */
    isUpToDate(): boolean {
      const age = performance.now() - heardAt
      if (age > sharedMs / 2) void hear()
      return age < sharedMs
    },
    hear,
  }
}
