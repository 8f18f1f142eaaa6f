import type { Call, SafeTransaction } from '@covault/protocol'
import { Button } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatCount } from '../../lib/formatCount.js'
import { CopyButton } from '../CopyButton.js'
import { LongText } from './LongText.js'
import classes from './RawData.module.css'

/** The bytes themselves, for those who want to read or take them. */
export function RawData({
  call,
  transaction,
}: {
  call: Call
  /** Only of what owners sign. */
  transaction: SafeTransaction | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={classes.raw}>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={<IconCode size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          Raw data, {formatCount(call.data.length / 2 - 1, 'byte')}
        </Button>
        {isOpen && <CopyButton label="Copy data" text={call.data} />}
        {isOpen && (
          <CopyButton label="Copy as JSON" text={toJson(transaction ?? call)} />
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <LongText text={call.data} isCode />}
      </div>
    </section>
  )
}

/** Integers of any size as text, as the wire has them. */
function toJson(value: object): string {
  return JSON.stringify(
    value,
    (_key, inner: unknown) =>
      typeof inner === 'bigint' ? String(inner) : inner,
    2,
  )
}
