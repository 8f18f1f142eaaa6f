import { round, takePercentile } from '../shared/figures.js'
import type { Outcome } from './attackers.js'
import type { Timing } from './honestClient.js'
import type { Watched } from './watchGateway.js'

export type Phase = {
  /** The last round of work may go on beyond what was asked for. */
  seconds: number
  timings: readonly Timing[]
  /** From executions to their lines in the history. */
  historySeconds: readonly number[]
  watched: Watched
}

type Budget = { what: string; value: number; limit: number }

/** Prints the one table and the verdicts; returns what the JSON says. */
export function report(parameters: {
  quiet: Phase
  siege: Phase
  outcomes: readonly Outcome[]
}): object {
  const { quiet, siege, outcomes } = parameters
  const names = [...new Set(siege.timings.map(({ what }) => what))]
  const honest = Object.fromEntries(
    ['all', ...names].map((name) => [
      name,
      compare(ofKind(quiet, name), ofKind(siege, name)),
    ]),
  )
  console.table({ ...toHonestRows(honest), ...toAttackRows(outcomes) })
  const sent = outcomes.reduce((sum, outcome) => sum + outcome.sent, 0)
  const attacksPerSecond = round(sent / siege.seconds)
  console.log(
    `Attacks: ${attacksPerSecond} a second. A gateway that answers late gets fewer.`,
  )
  const all = compare(quiet.timings, siege.timings)
  const budgets: Budget[] = [
    { what: 'honest requests refused', value: all.refused, limit: 0 },
    {
      what: 'honest p99 beside its quiet value',
      value: round(all.p99 / Math.max(all.quietP99, 1)),
      limit: 5,
    },
    {
      what: 'memory of the gateway (MB)',
      value: siege.watched.megabytes,
      limit: 400,
    },
    {
      what: 'index behind the chain (s)',
      value: round(siege.watched.behindSeconds),
      limit: 5,
    },
  ]
  for (const { what, value, limit } of budgets)
    console.log(
      `${value <= limit ? 'ok  ' : 'OVER'} ${what}: ${value} (at most ${limit})`,
    )
  return {
    budgets: budgets.map((each) => ({ ...each, ok: each.value <= each.limit })),
    attacksPerSecond,
    quiet: toFigures(quiet),
    siege: toFigures(siege),
    honest,
    refusals: listRefusals(siege.timings),
    attacks: outcomes,
  }
}

function ofKind({ timings }: Phase, name: string): Timing[] {
  return timings.filter(({ what }) => name === 'all' || what === name)
}

type Compared = ReturnType<typeof compare>

function compare(quiet: readonly Timing[], siege: readonly Timing[]) {
  const time = (timings: readonly Timing[], percent: number) =>
    Math.round(
      takePercentile(
        timings.map(({ milliseconds }) => milliseconds),
        percent,
      ),
    )
  return {
    quietP50: time(quiet, 50),
    quietP95: time(quiet, 95),
    quietP99: time(quiet, 99),
    p50: time(siege, 50),
    p95: time(siege, 95),
    p99: time(siege, 99),
    sent: siege.length,
    refused: siege.filter(({ refusal }) => refusal).length,
  }
}

function toFigures({ seconds, historySeconds, watched }: Phase) {
  return {
    seconds: round(seconds),
    megabytes: watched.megabytes,
    behindSeconds: round(watched.behindSeconds),
    historySeconds: round(Math.max(0, ...historySeconds)),
  }
}

function toHonestRows(honest: Record<string, Compared>) {
  return Object.fromEntries(
    Object.entries(honest).map(([name, each]) => [
      `honest: ${name}`,
      {
        sent: each.sent,
        'quiet p50': each.quietP50,
        'quiet p99': each.quietP99,
        p50: each.p50,
        p99: each.p99,
        answers: each.refused === 0 ? 'all' : `${each.refused} refused`,
      },
    ]),
  )
}

function toAttackRows(outcomes: readonly Outcome[]) {
  return Object.fromEntries(
    outcomes.map(({ name, sent, p50, p99, statuses, megabytes }) => [
      name,
      {
        ...{ sent, p50, p99 },
        answers: Object.entries(statuses)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', '),
        MB: megabytes,
      },
    ]),
  )
}

/** Each reason once, with how often it was given. */
function listRefusals(timings: readonly Timing[]): Record<string, number> {
  const reasons: Record<string, number> = {}
  for (const { what, refusal } of timings)
    if (refusal) {
      const reason = `${what}: ${refusal}`
      reasons[reason] = (reasons[reason] ?? 0) + 1
    }
  return reasons
}
