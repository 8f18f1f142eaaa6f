import type { SentExecution } from '../../preferences/sentExecutions.js'
import type { ExecutionState } from './executionState.js'

/** How long a success is watched: its block may still be replaced. */
const settlingTime = 60_000

/** What to remember of an execution from now on, and what to say. */
export type FollowStep = {
  /** Undefined: it is over. */
  record: SentExecution | undefined
  news?: { kind: 'done' | 'error'; text: string }
}

/** The next step of following what was sent, from what the chain says. */
export function followExecution(
  sent: SentExecution,
  state: ExecutionState,
  now: number,
): FollowStep {
  const { block: before, succeededAt, ...plain } = sent
  const name = `Nonce ${sent.nonce}`
  const say = (kind: 'done' | 'error', text: string) => ({ kind, text })
  switch (state.status) {
    case 'processing':
      return {
        record: plain,
        ...(before !== undefined && {
          news: say(
            'error',
            `${name}: block ${before} was replaced. The transaction is waiting for a block again.`,
          ),
        }),
      }
    case 'indexing':
      return { record: { ...plain, block: state.block } }
    case 'success':
      if (succeededAt === undefined)
        return {
          record: { ...plain, block: state.block, succeededAt: now },
          news: say('done', `${name} was executed in block ${state.block}.`),
        }
      return { record: now - succeededAt > settlingTime ? undefined : sent }
    case 'failed':
      return {
        record: undefined,
        news: say(
          'error',
          `${name} was mined and failed: ${state.reason ?? 'the RPC endpoint gave no reason.'}`,
        ),
      }
    case 'replaced':
      return {
        record: undefined,
        news: say(
          'error',
          state.isNonceUsed
            ? `${name} was used by another transaction. Check the history.`
            : `${name} was not executed: another transaction of your account replaced it.`,
        ),
      }
    // The alarm stays until somebody has looked at it.
    case 'different':
      return { record: sent }
  }
}

export function isSameRecord(
  one: SentExecution,
  other: SentExecution | undefined,
): boolean {
  return one.block === other?.block && one.succeededAt === other?.succeededAt
}
