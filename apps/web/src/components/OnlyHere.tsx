import { formatCount } from '../lib/formatCount.js'
import type {
  LocalMessage,
  LocalTransaction,
} from '../preferences/localQueue.js'
import { Tag } from '../ui/Tag.js'
import { onlyHereWords } from '../words/rows.js'

/** Says that the gateway does not have it, or not all signatures of it. */
export function OnlyHere({
  local: { isProposed, signatures },
}: {
  local: Pick<LocalTransaction | LocalMessage, 'isProposed' | 'signatures'>
}) {
  if (isProposed && signatures.length === 0) return null
  if (!isProposed) return <Tag>{onlyHereWords}</Tag>
  return (
    <Tag>
      {formatCount(signatures.length, 'signature')} {onlyHereWords}
    </Tag>
  )
}
