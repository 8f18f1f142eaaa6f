import type { Call } from '@covault/protocol'
import type { AppIdentity } from '../../apps/requestDesk.js'
import type { Outcome } from '../act/outcome.js'

/** Where a flow of calls stands. The input is kept through all of it. */
export type FlowState =
  | { step: 'compose'; input: unknown; problem: string | undefined }
  | { step: 'build'; input: unknown }
  | {
      step: 'review'
      input: unknown
      calls: readonly Call[]
      app?: AppIdentity | undefined
    }
  | { step: 'progress'; input: unknown; outcome: Outcome }

export type FlowEvent =
  | { type: 'edit'; input: unknown }
  | { type: 'build' }
  | {
      type: 'built'
      calls: readonly Call[]
      /** Who asked for it in the first place. */
      app?: AppIdentity | undefined
    }
  | { type: 'failed'; problem: string }
  | { type: 'back' }
  | { type: 'done'; outcome: Outcome }

/** What does not fit the step is ignored: an answer may come too late. */
export function flowReducer(state: FlowState, event: FlowEvent): FlowState {
  const { input } = state
  switch (event.type) {
    case 'edit':
      return state.step === 'compose'
        ? { step: 'compose', input: event.input, problem: undefined }
        : state
    case 'build':
      return state.step === 'compose' ? { step: 'build', input } : state
    case 'built':
      return state.step === 'build'
        ? { step: 'review', input, calls: event.calls, app: event.app }
        : state
    case 'failed':
      return state.step === 'build'
        ? { step: 'compose', input, problem: event.problem }
        : state
    case 'back':
      return state.step === 'review' || state.step === 'build'
        ? { step: 'compose', input, problem: undefined }
        : state
    case 'done':
      return state.step === 'review'
        ? { step: 'progress', input, outcome: event.outcome }
        : state
  }
}
