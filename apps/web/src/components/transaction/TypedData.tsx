import type { Message } from '@covault/api'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { toForeignText } from '../../lib/foreignText.js'
import { formatNumber } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import { Remark } from '../../ui/Remark.js'
import {
  listFields,
  listUnsigned,
  type TypedField,
} from '../../understand/decode/typedFields.js'
import { LongText } from './LongText.js'
import classes from './TypedData.module.css'

type Content = Exclude<Message['message'], string>

/** EIP-712 data as its types declare it: only what they name is signed. */
export function TypedData({ content }: { content: Content }) {
  const unsigned = listUnsigned(content)
  return (
    <div className={classes.data}>
      <Fields
        title={`${toForeignText(content.primaryType)}`}
        fields={listFields(content, content.primaryType, content.message)}
        content={content}
      />
      <Fields
        title="Domain"
        fields={listFields(content, 'EIP712Domain', content.domain)}
        content={content}
      />
      {unsigned.length > 0 && (
        <Remark kind="warn" role="alert">
          These fields are not covered by the signature, because the types don’t
          include them:{' '}
          {unsigned
            .slice(0, 10)
            .map((name) => toForeignText(name))
            .join(', ')}
          {unsigned.length > 10 && ` and ${unsigned.length - 10} more`}.
        </Remark>
      )}
    </div>
  )
}

/** So many lines of a struct or list, then their number. */
const mostFields = 30

function Fields({
  title,
  fields,
  content,
}: {
  title: string
  fields: readonly TypedField[]
  content: Content
}) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? fields : fields.slice(0, mostFields)
  return (
    <div>
      <p className={classes.type}>{title}</p>
      <dl className={classes.fields}>
        {toNumbered(shown).map(({ at, item: { name, type, value, inner } }) => (
          <div key={at} className={classes.field}>
            <dt title={toForeignText(type)}>{toForeignText(name)}</dt>
            <dd>
              {inner ? (
                <Fields
                  title={toForeignText(type)}
                  fields={inner}
                  content={content}
                />
              ) : (
                <LongText text={value} isCode={/^(0x|-?\d)/.test(value)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < fields.length && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setWhole(true)}
        >
          Show {formatNumber(fields.length - shown.length)} more
        </Button>
      )}
    </div>
  )
}
