import {
  type Client,
  followLive,
  type LiveEvent,
  maximumLiveSafes,
  type SafeReference,
} from '@covault/api'

/**
 * `live`: changes are pushed. `polling`: they are asked for. `off`: no page
 * of this browser is about a safe.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'polling'

export type Live = {
  /** Says which safes this tab shows; the stream follows all tabs' together. */
  want(safes: readonly SafeReference[]): void
  stop(): void
}

type LiveListeners = {
  /** All that this tab reads has the changes up to this one in it. */
  after: string | undefined
  /** Exactly one tab is the first to hear of an event. */
  onEvent: (event: LiveEvent, told: { isFirst: boolean }) => void
  /** From now on this tab is told; what it read before may have changed since. */
  onBeginning: () => void
  onState: (state: LiveState) => void
  onFailure: (error: unknown) => void
}

type Message =
  | { kind: 'want'; tab: string; safes: readonly SafeReference[] }
  | { kind: 'ask' }
  | { kind: 'bye'; tab: string }
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; state: LiveState }

/** A gateway without a stream is asked for one again after this long. */
const reopenAfter = 60_000

/**
 * One stream per browser, not per tab: HTTP/1.1 allows six connections to one
 * origin. The tab that holds the lock reads it for all and tells the others;
 * when it closes, the next one gets the lock and resumes after the same event.
 */
export function startLive(
  gateway: Client,
  { after, onEvent, onBeginning, onState, onFailure }: LiveListeners,
): Live {
  const stopped = new AbortController()
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel('covault.live')
  const wants = new Map<string, readonly SafeReference[]>()
  const changed = new EventTarget()
  let own: readonly SafeReference[] = []
  let lastEventId = after ?? ''
  let state: LiveState = 'off'
  let isLeader = false
  let hasBegun = false

  const post = (message: Message) => {
    // What ends after the tab has left has nobody to tell.
    if (!stopped.signal.aborted) channel.postMessage(message)
  }
  const hear = (event: LiveEvent, isFirst: boolean) => {
    lastEventId = event.id || lastEventId
    onEvent(event, { isFirst })
  }
  const setState = (next: LiveState) => {
    if (next === state) return
    state = next
    onState(next)
    if (next === 'live' && !hasBegun) {
      hasBegun = true
      // A stream that begins where the reading began leaves nothing out.
      if (!isLeader || after === undefined) onBeginning()
    }
    if (isLeader) post({ kind: 'state', state: next })
  }
  const setWant = (who: string, safes: readonly SafeReference[]) => {
    const before = nameAll(wants)
    if (safes.length > 0) wants.set(who, safes)
    else wants.delete(who)
    if (nameAll(wants) !== before) changed.dispatchEvent(new Event('change'))
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    switch (data.kind) {
      case 'ask':
        return post({ kind: 'want', tab, safes: own })
      case 'want':
        setWant(data.tab, data.safes)
        // A tab that has just come does not know how things stand.
        if (isLeader) post({ kind: 'state', state })
        return
      case 'bye':
        return setWant(data.tab, [])
      case 'event':
        return hear(data.event, false)
      case 'state':
        return setState(data.state)
    }
  }

  const lead = async () => {
    isLeader = true
    setWant(tab, own)
    post({ kind: 'ask' })
    await followAll({
      ...{ gateway, changed, setState, onFailure },
      ended: stopped.signal,
      listSafes: () => union(wants),
      readState: () => state,
      readLastEventId: () => lastEventId,
      onEvent(event) {
        hear(event, true)
        post({ kind: 'event', event })
      },
    })
    isLeader = false
  }

  const leave = () => post({ kind: 'bye', tab })
  const come = () => post({ kind: 'want', tab, safes: own })
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', come)
  if (!waitForTurn(lead, stopped.signal)) setState('polling')

  return {
    want(safes) {
      own = safes.slice(0, maximumLiveSafes)
      setWant(tab, own)
      come()
    },
    stop() {
      leave()
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', come)
      stopped.abort()
      channel.close()
    },
  }
}

/** Locks exist in secure places only; elsewhere every tab asks for itself. */
function waitForTurn(lead: () => Promise<void>, signal: AbortSignal): boolean {
  if (!navigator.locks) return false
  navigator.locks
    .request('covault.live', { signal }, lead)
    // Aborted before it was this tab's turn.
    .catch(() => undefined)
  return true
}

type Following = {
  gateway: Client
  /** Says that other safes are wanted. */
  changed: EventTarget
  ended: AbortSignal
  listSafes: () => SafeReference[]
  readState: () => LiveState
  setState: (state: LiveState) => void
  readLastEventId: () => string
  onEvent: (event: LiveEvent) => void
  onFailure: (error: unknown) => void
}

/** Follows what is wanted, and begins again whenever that changes. */
async function followAll(following: Following): Promise<void> {
  const { changed, ended, listSafes, setState } = following
  while (!ended.aborted) {
    const turn = new AbortController()
    const restart = () => turn.abort()
    changed.addEventListener('change', restart)
    ended.addEventListener('abort', restart)
    const safes = listSafes()
    if (safes.length === 0) {
      setState('off')
      await pause(turn.signal)
    } else await followOnce(following, safes, turn.signal)
    changed.removeEventListener('change', restart)
    ended.removeEventListener('abort', restart)
  }
}

async function followOnce(
  following: Following,
  safes: SafeReference[],
  signal: AbortSignal,
): Promise<void> {
  const { gateway, readState, setState, onEvent, onFailure } = following
  if (readState() !== 'live') setState('connecting')
  try {
    const events = followLive(gateway, {
      safes,
      signal,
      lastEventId: following.readLastEventId(),
      onFailure: ({ error }) => {
        setState('polling')
        onFailure(error)
      },
    })
    for await (const event of events) {
      setState('live')
      onEvent(event)
    }
  } catch (error) {
    // Trying again does not help; perhaps it does after an update.
    setState('polling')
    onFailure(error)
    await pause(signal, reopenAfter)
  }
}

function union(
  wants: ReadonlyMap<string, readonly SafeReference[]>,
): SafeReference[] {
  const byName = new Map(
    [...wants.values()].flat().map((safe) => [nameSafe(safe), safe]),
  )
  return [...byName.values()].slice(0, maximumLiveSafes)
}

function nameAll(wants: ReadonlyMap<string, readonly SafeReference[]>): string {
  return union(wants).map(nameSafe).sort().join()
}

function nameSafe({ chainId, address }: SafeReference): string {
  return `${chainId}:${address}`
}

/** Until the signal, or the time is up. */
function pause(signal: AbortSignal, time?: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = time && setTimeout(resolve, time)
    signal.addEventListener('abort', () => {
      if (timer) clearTimeout(timer)
      resolve()
    })
  })
}
