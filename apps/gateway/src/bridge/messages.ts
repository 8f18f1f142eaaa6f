import type { Hex } from 'viem'
import { readMessagePage, type ToldMessage } from '../moveIn/items.js'
import { pageSize } from '../moveIn/readWaiting.js'
import { takeMessage } from '../moveIn/takeMessages.js'
import {
  type BridgeItem,
  forgetBridgeItem,
  listDueMessages,
  readBridgeItems,
} from '../store/bridgeItems.js'
import type { BridgeMarks } from '../store/bridges.js'
import {
  listMessages,
  type MessageKey,
  readMessage,
  type StoredMessage,
} from '../store/messages.js'
import {
  digestOf,
  isTooEarly,
  mostPages,
  type Round,
  readRefusal,
  saveItem,
  takeEntry,
} from './round.js'

const kind = 'message'

/** Clocks of one service may differ by so much. */
const marginMs = 60_000
const mostDue = 20

/**
 * Their messages come here, ours go there. Messages stay for ever, so only
 * those that changed since the last time are compared.
 */
export async function bridgeMessages(round: Round): Promise<BridgeMarks> {
  const theirs = await pull(round)
  const oursUntil = await push(round, { isWhole: theirs.isWhole })
  return { theirsUntil: theirs.until, oursUntil }
}

async function pull(
  round: Round,
): Promise<{ until: Date | null; isWhole: boolean }> {
  const { source, safe, marks, outcome } = round
  const stopAt = marks.theirsUntil && marks.theirsUntil.getTime() - marginMs
  let newest = marks.theirsUntil?.getTime() ?? 0
  let offset = 0
  for (let pages = 0; pages < mostPages; pages++) {
    const query = `ordering=-modified&limit=${pageSize}&offset=${offset}`
    const page = readMessagePage(
      await source.get(`/v1/safes/${safe.address}/messages/?${query}`),
    )
    outcome.unreadable += page.unreadable.length
    await takePage(round, page.items)
    const times = page.items.flatMap(({ modified }) => {
      const time = Date.parse(modified ?? '')
      return Number.isNaN(time) ? [] : [time]
    })
    newest = Math.max(newest, ...times)
    offset += page.length
    const isFar = stopAt !== null && Math.min(...times) < stopAt
    if (!page.goesOn || isFar) {
      // A date that is yet to come would hide what changes until then.
      const until = new Date(Math.min(newest, Date.now()))
      return { until, isWhole: true }
    }
  }
  outcome.isCut = true
  return { until: marks.theirsUntil, isWhole: false }
}

async function takePage(
  round: Round,
  items: readonly ToldMessage[],
): Promise<void> {
  const { context, place, safe } = round
  const { chainId } = safe
  const known = await readBridgeItems(context.store, place, {
    ...{ side: 'theirs', kind },
    hashes: items.map(({ messageHash }) => messageHash),
  })
  for (const told of items) {
    const { messageHash: hash } = told
    const here = await readMessage(context.store, {
      chainId,
      messageHash: hash,
    })
    await takeEntry(round, {
      ...{ kind, hash, told, nonce: null, before: known.get(hash) },
      here: here?.confirmations.map(({ owner }) => owner),
      take: (report) => takeMessage({ context, safe, report }, told),
    })
  }
}

/** The newest first, until those that were compared before. */
async function push(
  round: Round,
  { isWhole }: { isWhole: boolean },
): Promise<Date | null> {
  const { context, place, safe, marks } = round
  const { chainId, address } = safe
  const stopAt = marks.oursUntil && marks.oursUntil.getTime() - marginMs
  let newest = marks.oursUntil
  let after: MessageKey | undefined
  for (;;) {
    const page = await listMessages(context.store, {
      ...{ chainId, safe: address, limit: pageSize, after },
      order: { by: 'modified', descending: true },
    })
    await pushAll(round, page, { isWhole })
    const [first] = page
    const last = page.at(-1)
    if (!after && first) newest = first.modifiedAt
    const isFar = stopAt !== null && last && last.modifiedAt.getTime() < stopAt
    if (!last || isFar || (!last.goesOn && page.length < pageSize)) break
    after = last.key
  }
  const due: StoredMessage[] = []
  for (const messageHash of await listDueMessages(
    context.store,
    place,
    mostDue,
  )) {
    const message = await readMessage(context.store, { chainId, messageHash })
    if (message) due.push(message)
  }
  await pushAll(round, due, { isWhole })
  // Some may be there that were not seen, so all are compared again.
  return isWhole ? newest : marks.oursUntil
}

async function pushAll(
  round: Round,
  messages: readonly StoredMessage[],
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const { context, place } = round
  const hashes = messages.map(({ messageHash }) => messageHash)
  const read = (side: BridgeItem['side']) =>
    readBridgeItems(context.store, place, { side, kind, hashes })
  const [theirs, ours] = await Promise.all([read('theirs'), read('ours')])
  for (const message of messages) {
    const there = theirs.get(message.messageHash)
    if (!there && !isWhole) continue
    await pushOne(round, message, {
      there,
      before: ours.get(message.messageHash),
    })
  }
}

async function pushOne(
  round: Round,
  message: StoredMessage,
  known: { there: BridgeItem | undefined; before: BridgeItem | undefined },
): Promise<void> {
  const { context, place, outcome } = round
  const { messageHash: hash } = message
  const { before } = known
  const there = known.there?.owners ?? []
  const missing = message.confirmations.filter(
    ({ owner }) => !there.includes(owner),
  )
  if (missing.length === 0) {
    if (before)
      await forgetBridgeItem(context.store, place, { side: 'ours', kind, hash })
    return
  }
  const digest = digestOf(missing.map(({ owner }) => owner).sort())
  if (before?.digest === digest && isTooEarly(before)) return
  const signatures = missing.map(({ signature }) => signature)
  const isThere = there.length > 0
  const problem = (await pass(round, { message, signatures, isThere })) ?? null
  if (problem === null) outcome.hasMoved = true
  await saveItem(round, {
    ...{ side: 'ours', kind, hash, nonce: null, digest },
    ...{ owners: [], problem, before, again: true },
  })
}

/** One signature at a time, as the API has it. */
async function pass(
  round: Round,
  parameters: {
    message: StoredMessage
    signatures: readonly Hex[]
    isThere: boolean
  },
): Promise<string | undefined> {
  const { source, safe } = round
  const { message, signatures } = parameters
  let { isThere } = parameters
  for (const signature of signatures) {
    const { content, origin } = message
    const reply = isThere
      ? await source.post(`/v1/messages/${message.messageHash}/signatures/`, {
          signature,
        })
      : await source.post(`/v1/safes/${safe.address}/messages/`, {
          ...{ message: content, signature },
          ...(origin === null ? {} : { origin }),
        })
    isThere = true
    const refusal = readRefusal(round, reply)
    if (refusal) return refusal
  }
  return undefined
}
