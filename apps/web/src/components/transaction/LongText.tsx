import { Button } from '@mantine/core'
import { useState } from 'react'
import { toExactText } from '../../lib/exactText.js'
import { choosePlural, formatNumber } from '../../lib/formatCount.js'
import classes from './LongText.module.css'

/** Characters of a value that are shown before somebody asks for the rest. */
const shortLength = 500

/** No screen needs more; the raw data can be copied whole. */
const longLength = 20_000

/**
 * A value that is signed: its beginning, and how much more there is. Text is made
 * visible with its spaces, digits stay as they are.
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
      {isCode ? shown : <Text text={shown} />}
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

/** Of nothing but spaces one would see nothing. */
function Text({ text }: { text: string }) {
  if (text === '') return 'empty'
  if (text.trim() === '')
    return (
      <span className={classes.rest}>
        {formatNumber(text.length)}{' '}
        {choosePlural(text.length, { one: 'space', other: 'spaces' })}
      </span>
    )
  return toExactText(text)
}
