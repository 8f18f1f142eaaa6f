import type { Address } from 'viem'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import {
  readMessagePage,
  readProposerPage,
  type ToldProposer,
} from './items.js'
import { type MovedSafe, readMovedSafe } from './movedSafe.js'
import type { ProgressFile } from './progress.js'
import { pageSize, readWaiting } from './readWaiting.js'
import type { Kind, Report } from './report.js'
import type { Source } from './source.js'
import { takeMessage } from './takeMessages.js'
import { takeProposer } from './takeProposers.js'
import { takeTransaction } from './takeTransactions.js'

export type Move = {
  context: Context
  source: Source
  report: Report
  progress: ProgressFile
  chainId: number
  address: Address
  /** Whether proposers are taken at the other service's word. */
  believesProposers: boolean
  /** Says how far it is. */
  tell(line: string): void
}

type Moving = Move & { safe: MovedSafe }

/**
 * Copies what waits in a safe elsewhere. Everything goes through the commands
 * that requests go through, so nothing is believed that they would refuse.
 */
export async function moveIn(move: Move): Promise<void> {
  const { context, progress, chainId, address } = move
  const safe = await readMovedSafe(context, move)
  await readSafeState(context, { chainId, safe: address, interest: 'proven' })
  const moving = { ...move, safe }
  const start = await progress.read()
  if (start?.nonce !== null) await takeTransactions(moving, start?.nonce)
  if (start?.messages !== null) await takeMessages(moving, start?.messages ?? 0)
  // Last: they are many calls where there are many owners, and mostly left.
  await takeProposers(moving, start?.proposers ?? 0)
  await progress.forget()
}

async function takeTransactions(
  moving: Moving,
  start: string | undefined,
): Promise<void> {
  const { source, safe, report, progress, tell } = moving
  const isLater = start !== undefined && BigInt(start) > safe.nonce
  const from = isLater ? BigInt(start) : safe.nonce
  for await (const page of readWaiting(source, { safe, from })) {
    refuseUnreadable(report, 'Transactions', page.unreadable)
    for (const told of page.items) await takeTransaction(moving, told)
    if (page.next === undefined) break
    await progress.save({ nonce: String(page.next), messages: 0 })
    tell(`Transactions up to nonce ${page.next} are read.`)
  }
  await progress.save({ nonce: null, messages: 0 })
}

/** In the order of their arrival: later ones only lengthen the list. */
async function takeMessages(moving: Moving, start: number): Promise<void> {
  const { source, safe, report, progress, tell } = moving
  for (let offset = start; ; ) {
    const query = `ordering=created&limit=${pageSize}&offset=${offset}`
    const page = readMessagePage(
      await source.get(`/v1/safes/${safe.address}/messages/?${query}`),
    )
    refuseUnreadable(report, 'Messages', page.unreadable)
    for (const told of page.items) await takeMessage(moving, told)
    offset += page.length
    await progress.save({ nonce: null, messages: page.goesOn ? offset : null })
    if (!page.goesOn) return
    tell(`${offset} messages are read.`)
  }
}

/** Of the safe, and those that an owner added for all safes. */
async function takeProposers(moving: Moving, start: number): Promise<void> {
  const { safe, progress, believesProposers: isBelieved } = moving
  const lists = [
    `safe=${safe.address}`,
    ...safe.owners.map((owner) => `delegator=${owner}`),
  ]
  const seen = new Set<string>()
  for (const [at, list] of lists.entries()) {
    if (at < start) continue
    for (const told of await readProposers(moving, list)) {
      const key = `${told.delegate} ${told.delegator}`
      const isAll = !told.safe
      // What an owner added for another safe is no business of this one.
      if (seen.has(key) || (list.startsWith('delegator') && !isAll)) continue
      seen.add(key)
      await takeProposer({ ...moving, isBelieved }, told)
    }
    await progress.save({ nonce: null, messages: null, proposers: at + 1 })
  }
}

async function readProposers(
  { source, report }: Moving,
  list: string,
): Promise<ToldProposer[]> {
  const found: ToldProposer[] = []
  for (let offset = 0; ; ) {
    const page = readProposerPage(
      await source.get(
        `/v2/delegates/?${list}&limit=${pageSize}&offset=${offset}`,
      ),
    )
    refuseUnreadable(report, 'Proposers', page.unreadable)
    found.push(...page.items)
    offset += page.length
    if (!page.goesOn) return found
  }
}

function refuseUnreadable(
  report: Report,
  kind: Kind,
  unreadable: readonly string[],
): void {
  for (const line of unreadable) report.refuse(kind, `${line}.`)
}
