import { setImmediate as giveWay } from 'node:timers/promises'
import { type ChainRows, emptyRows } from '../store/chainRows.js'
import type { Activity } from './activity.js'
import { type Case, type InterpretContext, openCase } from './cases.js'
import { recoverDetails } from './recoverDetails.js'
import { rejectForgeries } from './rejectForgeries.js'
import { reportCase } from './reportCase.js'

/**
 * Hashing takes its time: everyone else who is served by this process, and the
 * database that waits for its next statement, get their turn in between.
 */
const casesPerTurn = 10

export type Interpretation = {
  rows: ChainRows
  /** Places of logs that the chain's state contradicts. */
  forged: Set<string>
}

/** From what logs claim to what is reported. */
export async function interpret(
  context: InterpretContext,
  activities: readonly Activity[],
): Promise<Interpretation> {
  const cases: Case[] = []
  for (const [index, activity] of activities.entries()) {
    if (index % casesPerTurn === casesPerTurn - 1) await giveWay()
    cases.push(openCase(context, activity))
  }
  await recoverDetails(context, cases)
  const forged = await rejectForgeries(context, cases)
  const rows = emptyRows()
  for (const opened of cases) reportCase(opened, rows)
  return { rows, forged }
}
