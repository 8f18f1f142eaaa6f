import { type Address, isHash } from 'viem'
import type { ListsShown } from '../apps/web/src/testing/listsInNode.js'
import type {
  ListReading,
  Verdict,
} from '../apps/web/src/testing/reviewInNode.js'
import { formerNames } from './lyingWorld.js'

/** What came of a lie. */
export type Outcome = {
  /** Only `believed` is bad; `same` and `withheld` need a reason. */
  kind:
    | 'refused'
    | 'schema'
    | 'other'
    | 'warned'
    | 'ticked'
    | 'withheld'
    | 'same'
    | 'believed'
  words: string
}

/** The web app's own code; it reads its environment when it is loaded. */
export async function loadEngine(gatewayUrl: string) {
  // The page's own address, which the configuration is asked at.
  Object.assign(globalThis, { location: new URL(gatewayUrl) })
  const { environment } = await import(
    '../apps/web/src/preferences/environment.js'
  )
  environment.write({ gatewayUrl, rpcUrls: [] })
  return import('../apps/web/src/testing/reviewInNode.js')
}

export type Engine = Awaited<ReturnType<typeof loadEngine>>

/** Undecided is nothing: whatever is open must be as it was before the lie. */
export async function toJudge(
  review: () => Promise<Verdict>,
): Promise<() => Promise<Outcome>> {
  const honest = await review()
  if (honest.kind !== 'open')
    throw new Error(`The truth is not believed: ${JSON.stringify(honest)}`)
  return async () => {
    const found = await review()
    if (found.kind !== 'open') return found
    if (found.signed !== honest.signed)
      return { kind: 'believed', words: 'other bytes would be signed' }
    if (found.shown !== honest.shown)
      return { kind: 'believed', words: tellApart(honest.shown, found.shown) }
    if (!honest.findings.every((one) => found.findings.includes(one)))
      return { kind: 'believed', words: 'a finding is silenced' }
    if (found.findings.length > honest.findings.length)
      return { kind: 'warned', words: 'one finding more' }
    if (String(found.seals) === String(honest.seals))
      return { kind: 'same', words: '' }
    const isFewer = found.seals.every((one) => honest.seals.includes(one))
    return isFewer
      ? { kind: 'withheld', words: 'a seal less' }
      : { kind: 'believed', words: String(found.seals) }
  }
}

export async function toListJudge(
  engine: Engine,
  safe: string,
): Promise<() => Promise<Outcome>> {
  const read = (): Promise<ListReading> => engine.readLists({ safe })
  const honest = await read()
  if (honest.kind !== 'open')
    throw new Error(`The truth is not believed: ${JSON.stringify(honest)}`)
  return async () => {
    const found = await read()
    if (found.kind !== 'open') return found
    const strange = found.links.filter((one) => !honest.links.includes(one))
    for (const id of strange) {
      const verdict = isHash(id)
        ? await engine.reviewMessage({ safe, messageHash: id })
        : await engine.reviewTransaction({ safe, id })
      if (verdict.kind === 'open')
        return { kind: 'believed', words: `a row leads to ${id}` }
    }
    if (strange.length > 0)
      return { kind: 'other', words: 'The row leads to nothing.' }
    if (found.nonce !== honest.nonce && found.warning)
      return { kind: 'warned', words: found.warning }
    const isWhole = honest.links.every((one) => found.links.includes(one))
    if (found.nonce !== honest.nonce || !isWhole)
      return { kind: 'withheld', words: `proposes nonce ${found.nonce}` }
    return { kind: 'same', words: '' }
  }
}

/** What an opened row says moved: another story must be named. */
export async function toMovementJudge(asked: {
  safe: string
  id: string
}): Promise<() => Promise<Outcome>> {
  // Like the engine, it must not be loaded before the environment is set.
  const { openMovements } = await import(
    '../apps/web/src/testing/movementsInNode.js'
  )
  const honest = await openMovements(asked)
  if (honest.kind !== 'open' || honest.flaw)
    throw new Error(`The truth is not believed: ${JSON.stringify(honest)}`)
  return async () => {
    const found = await openMovements(asked)
    if (found.kind !== 'open') return found
    if (found.flaw) return { kind: 'warned', words: found.flaw }
    return found.shown === honest.shown
      ? { kind: 'same', words: '' }
      : { kind: 'believed', words: tellApart(honest.shown, found.shown) }
  }
}

/** What members wrote: nothing that its writer did not sign is shown. */
export async function toCommentJudge(asked: {
  safe: string
  id: string
  member: Address
}): Promise<() => Promise<Outcome>> {
  const { openComments } = await import(
    '../apps/web/src/testing/commentsInNode.js'
  )
  const honest = await openComments(asked)
  if (honest.kind !== 'open' || honest.shown.length === 0 || honest.dropped > 0)
    throw new Error(`The truth is not believed: ${JSON.stringify(honest)}`)
  return async () => {
    const found = await openComments(asked)
    if (found.kind !== 'open') return found
    const strange = found.shown.filter((one) => !honest.shown.includes(one))
    if (strange.length > 0) return { kind: 'believed', words: strange.join() }
    if (found.dropped > 0)
      return { kind: 'refused', words: `${found.dropped} comments dropped` }
    return found.shown.length < honest.shown.length
      ? { kind: 'withheld', words: 'a comment less' }
      : { kind: 'same', words: '' }
  }
}

/** What owners call addresses: a lie shows less, and says so, or nothing else. */
export async function toNamesJudge(asked: {
  safe: string
}): Promise<() => Promise<Outcome>> {
  // Like the engine, it must not be loaded before the environment is set.
  const { readNames } = await import('../apps/web/src/testing/namesInNode.js')
  const honest = await readNames(asked)
  if (honest.kind !== 'open' || honest.problem || honest.shown.length < 2)
    throw new Error(`The truth is not believed: ${JSON.stringify(honest)}`)
  return async () => {
    const found = await readNames(asked)
    if (found.kind !== 'open') return found
    const made = findMadeUp(honest.shown, found.shown)
    if (made) return { kind: 'believed', words: `shown as true: ${made}` }
    if (found.problem) return { kind: 'refused', words: found.problem }
    return honest.shown.length === found.shown.length
      ? { kind: 'same', words: '' }
      : { kind: 'withheld', words: 'a name less' }
  }
}

/**
 * Names that nobody gave. Where the rest of the list is refused, what owners
 * called an address before is no lie.
 */
function findMadeUp(
  honest: readonly string[],
  found: readonly string[],
): string | undefined {
  const nameOf = (one: string): string => JSON.parse(one).name
  return found.find(
    (one) => !honest.includes(one) && !formerNames.includes(nameOf(one)),
  )
}

/** How a lie shows in the lists. Only `fact` is bad. */
export type Showing = {
  kind: 'refused' | 'marked' | 'withheld' | 'corrected' | 'fact'
  words: string
}

/** Of one transaction or message its rows, else every list there is. */
export async function toShowingJudge(asked: {
  safe: string
  only?: string
}): Promise<() => Promise<Showing>> {
  // Like the engine, it must not be loaded before the environment is set.
  const { showLists } = await import('../apps/web/src/testing/listsInNode.js')
  const show = (): Promise<ListsShown> => showLists(asked)
  const honest = await show()
  if (honest.kind !== 'open' || honest.refused.length > 0)
    throw new Error(`The truth is not shown: ${JSON.stringify(honest)}`)
  return async () => {
    const found = await show()
    if (found.kind !== 'open') return { kind: 'refused', words: found.words }
    const [refusal] = found.refused
    if (refusal) return { kind: 'refused', words: refusal }
    const made = found.facts.find((one) => !honest.facts.includes(one))
    if (made) return { kind: 'fact', words: `shown as true: ${made}` }
    const isSame = String(found.reported) === String(honest.reported)
    if (!isSame) return { kind: 'marked', words: 'reported by the gateway' }
    return honest.facts.every((one) => found.facts.includes(one))
      ? { kind: 'corrected', words: 'as without the lie' }
      : { kind: 'withheld', words: 'less is shown, and nothing else' }
  }
}

/** Where two texts begin to differ. */
function tellApart(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return `shown as true: …${other.slice(Math.max(0, at - 60), at + 60)}…`
}
