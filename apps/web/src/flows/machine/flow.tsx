import type { Call } from '@covault/protocol'
import type { ComponentType } from 'react'
import * as z from 'zod/mini'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { type FlowName, flowList } from '../../lib/flowSearch.js'
import type { AppSearch } from '../../lib/searchText.js'
import type { ChainClient } from '../../trust/chainClient.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { Outcome } from '../act/outcome.js'
import type { PinnedName } from '../review/pinned.js'
import type { AddressSwap } from '../review/reviewProps.js'

/** What a flow builds on: the safe as the chain has it at one block. */
export type Snapshot = SafePlace & { block: bigint; client: ChainClient }

/** What the form of a flow is given. It shows its own mistakes. */
export type FormProps<Input> = {
  place: SafePlace
  /** Texts as they were typed, so that a draft is the form itself. */
  input: Input
  onInput: (input: Input) => void
  /** The form has no mistake any more: on to the review. */
  onDone: () => void
  /** Leaves the flow; what was typed is asked about. */
  onCancel?: () => void
  /** Begins anew with this input: whoever leaves then loses nothing. */
  onReset?: (input: Input) => Promise<void>
}

/** What came of an input. */
type Made = { place: SafePlace; calls: readonly Call[] }

/** What reviews what an input has become. */
export type FlowReviewProps<Input> = {
  place: SafePlace
  input: Input
  calls: readonly Call[]
  note: string
  onNote: (note: string) => void
  onUseInstead?: ((swap: AddressSwap) => void) | undefined
  onBack: () => void
  onDone: (outcome: Outcome) => void
}

/** What stands below the progress. */
export type NextProps<Input> = { place: SafePlace; input: Input }

/**
 * Something an owner can have the safe do: a form whose input becomes calls.
 * The input is JSON, parsed when a draft comes back from storage.
 */
export type CallFlow<Input> = {
  id: FlowName
  schema: z.ZodMiniType<Input>
  initial: (place: SafePlace, search: AppSearch) => Input
  /** Without one there is nothing to choose: the review comes at once. */
  Form?: ComponentType<FormProps<Input>>
  /** Fails with a BaseError that says what to change. */
  build: (input: Input, snapshot: Snapshot) => Promise<readonly Call[]>
  /** What needs no reading of the chain; undefined where it has to be read. */
  buildAtOnce?: (input: Input) => readonly Call[] | undefined
  /** Where calls are not all that is signed; otherwise they are reviewed. */
  Review?: ComponentType<FlowReviewProps<Input>>
  /** The app that asked for it in the first place, where another safe did. */
  findApp?: (
    input: Input,
    snapshot: Snapshot,
  ) => Promise<AppIdentity | undefined>
  /** Names of the chain that were entered, and what they stood for then. */
  names?: (input: Input) => readonly PinnedName[]
  /** The input that makes these calls; undefined: the form has none. */
  readCalls?: (
    calls: readonly Call[],
    place: SafePlace,
    search: AppSearch,
  ) => Promise<Input | undefined>
  /** What this browser remembers once it is on its way. */
  remember?: (input: Input, made: Made) => void
  /** Where to go from there. */
  Next?: ComponentType<NextProps<Input>>
  /** Its calls are those of the draft batch, which has done its work then. */
  isBatch?: boolean
}

/** What an action needs to know where it stands and how to end. */
export type ActionProps = {
  place: SafePlace
  search: AppSearch
  onClose: () => void
}

/** Something that is no new call of the safe: confirm, execute, a message. */
export type ActionFlow = {
  id: FlowName
  Action: ComponentType<ActionProps>
}

/** Any flow of calls, its input known to itself alone. */
export type AnyCallFlow = {
  kind: 'calls'
  id: FlowName
  title: string
  hasForm: boolean
  isBatch: boolean
  initial: (place: SafePlace, search: AppSearch) => unknown
  /** Undefined: not an input of this flow. */
  parse: (draft: unknown) => unknown
  Form: ComponentType<FormProps<unknown>>
  build: (input: unknown, snapshot: Snapshot) => Promise<readonly Call[]>
  buildAtOnce: (input: unknown) => readonly Call[] | undefined
  Review: ComponentType<FlowReviewProps<unknown>> | undefined
  findApp: (
    input: unknown,
    snapshot: Snapshot,
  ) => Promise<AppIdentity | undefined>
  names: (input: unknown) => readonly PinnedName[]
  readCalls: (
    calls: readonly Call[],
    place: SafePlace,
    search: AppSearch,
  ) => Promise<unknown>
  remember: (input: unknown, made: Made) => void
  Next: ComponentType<NextProps<unknown>>
}

export type AnyFlow =
  | AnyCallFlow
  | (ActionFlow & { kind: 'action'; title: string })

export function defineCallFlow<Input>(flow: CallFlow<Input>): AnyCallFlow {
  const { id, schema, Form, Review, Next } = flow
  return {
    kind: 'calls',
    id,
    title: flowList[id].title,
    hasForm: Form !== undefined,
    isBatch: flow.isBatch ?? false,
    initial: flow.initial,
    parse: (draft) => {
      const parsed = z.safeParse(schema, draft)
      return parsed.success ? parsed.data : undefined
    },
    Form: ({ input, ...props }) =>
      Form ? <Form input={z.parse(schema, input)} {...props} /> : null,
    build: async (input, snapshot) =>
      flow.build(z.parse(schema, input), snapshot),
    buildAtOnce: (input) => flow.buildAtOnce?.(z.parse(schema, input)),
    Review:
      Review &&
      (({ input, ...props }) => (
        <Review input={z.parse(schema, input)} {...props} />
      )),
    findApp: async (input, snapshot) =>
      flow.findApp?.(z.parse(schema, input), snapshot),
    names: (input) => flow.names?.(z.parse(schema, input)) ?? [],
    readCalls: async (calls, place, search) =>
      flow.readCalls?.(calls, place, search),
    remember: (input, made) => flow.remember?.(z.parse(schema, input), made),
    Next: ({ input, place }) =>
      Next ? <Next input={z.parse(schema, input)} place={place} /> : null,
  }
}

export function defineAction(action: ActionFlow): AnyFlow {
  return { kind: 'action', title: flowList[action.id].title, ...action }
}
