import { focusWhenLost } from '../../lib/focusWhenLost.js'
import { Remark } from '../../ui/Remark.js'
import classes from './CallFlowRun.module.css'
import type { AnyCallFlow, FormProps } from './flow.js'
import type { FlowState } from './flowReducer.js'

/** The form of a flow, what is wrong with its input, and where it began. */
export function Compose({
  flow,
  state,
  onStartOver,
  ...form
}: Omit<FormProps<unknown>, 'input'> & {
  flow: AnyCallFlow
  state: Extract<FlowState, { step: 'compose' | 'build' }>
  /** Undefined: nothing was left there before. */
  onStartOver: (() => void) | undefined
}) {
  const isBuilding = state.step === 'build'
  return (
    <div className={classes.compose}>
      <h1 ref={focusWhenLost} className={classes.title} tabIndex={-1}>
        {flow.title}
      </h1>
      {onStartOver && (
        <p className={classes.draft} role="status">
          Draft restored.{' '}
          <button type="button" className={classes.link} onClick={onStartOver}>
            Start over
          </button>
        </p>
      )}
      {state.step === 'compose' && state.problem && (
        <div ref={focusWhenLost} className={classes.problem} tabIndex={-1}>
          <Remark kind="danger" role="alert">
            {state.problem}
          </Remark>
        </div>
      )}
      <fieldset disabled={isBuilding} className={classes.form}>
        <flow.Form input={state.input} {...form} />
      </fieldset>
      {isBuilding && (
        <p className={classes.draft} role="status">
          Reading the network…
        </p>
      )}
    </div>
  )
}
