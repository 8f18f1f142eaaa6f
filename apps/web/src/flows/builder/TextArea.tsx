import { useId } from 'react'
import classes from './TextArea.module.css'

/** A field for more than a line. */
export function TextArea({
  label,
  hint,
  rows,
  isCode = false,
  value,
  error,
  onValue,
  onLeave,
}: {
  label: string
  hint?: string | undefined
  rows: number
  /** Digits and code: the mono stack, no spelling. */
  isCode?: boolean
  value: string
  error?: string | undefined
  onValue: (value: string) => void
  onLeave?: () => void
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <textarea
        id={id}
        className={isCode ? classes.code : classes.text}
        rows={rows}
        spellCheck={!isCode}
        value={value}
        aria-describedby={described || undefined}
        aria-invalid={error !== undefined}
        onChange={(event) => onValue(event.target.value)}
        onBlur={onLeave}
      />
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
