import { Button } from '@mantine/core'
import { useState } from 'react'
import { toForeignText } from '../../lib/foreignText.js'
import { formatNumber } from '../../lib/formatCount.js'
import classes from './LongText.module.css'

/** Characters of a value that are shown before somebody asks for the rest. */
const shortLength = 500

/** No screen needs more; the raw data can be copied whole. */
const longLength = 20_000

/**
 * A value somebody else chose: its beginning, and how much more there is. Text
 * is made visible, digits stay as they are.
 */
export function LongText({
  text,
  isCode = false,
}: {
  text: string
  isCode?: boolean
}) {
  const [isLong, setLong] = useState(false)
  const limit = isLong ? longLength : shortLength
  const rest = text.length - limit
  const shown = text.slice(0, limit)
  return (
    <span className={isCode ? classes.code : classes.text}>
      {isCode ? shown : toForeignText(shown, limit) || 'empty'}
      {rest > 0 && (
        <span className={classes.rest}>
          … {formatNumber(rest)} more characters{' '}
          {!isLong && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setLong(true)}
            >
              Show {formatNumber(Math.min(rest, longLength - shortLength))} more
            </Button>
          )}
        </span>
      )}
    </span>
  )
}
