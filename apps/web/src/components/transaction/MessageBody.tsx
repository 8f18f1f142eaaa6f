import type { MessageContent } from '@covault/api'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import { LongText } from './LongText.js'
import classes from './MessageBody.module.css'
import { TypedData } from './TypedData.js'

/** A message as its signers have to read it. */
export function MessageBody({ content }: { content: MessageContent }) {
  if (typeof content !== 'string') return <TypedData content={content} />
  return <Lines lines={content.split(/\r\n|\r|\n/)} />
}

/** So many lines of a text, then their number. */
const mostLines = 40

/** Where a line ends can change what a sentence says. */
function Lines({ lines }: { lines: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, mostLines)
  const rest = lines.length - shown.length
  return (
    <div className={classes.text}>
      {toNumbered(shown).map(({ item, at }) => (
        <p key={at} className={classes.line}>
          {item === '' ? ' ' : <LongText text={item} />}
        </p>
      ))}
      {rest > 0 && (
        <Button size="xs" variant="default" onClick={() => setWhole(true)}>
          Show {formatCount(rest, 'more line')}
        </Button>
      )}
    </div>
  )
}
