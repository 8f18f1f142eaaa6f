import { IconAlertOctagon } from '@tabler/icons-react'
import { isAddress, isHash } from 'viem'
import { HashCompare } from '../../components/transaction/HashValue.js'
import { formatCount } from '../../lib/formatCount.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { FieldCheck } from '../../trust/fieldCheck.js'
import { AddressText } from '../../ui/AddressText.js'
import look from '../../ui/Note.module.css'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { claimLabels, computedLabel, writeClaim } from '../../words/reasons.js'
import { goTo } from './goTo.js'
import { hasMoved, type NameState } from './pinned.js'
import classes from './Review.module.css'
import { writeMoved } from './transaction/PinnedNames.js'

/** What did not agree stands before everything else, and leads to its check. */
export function Refusals({
  check,
  nameOf,
  names = [],
}: {
  check: SignableCheck | undefined
  nameOf?: NameOf
  /** That an address was entered by. */
  names?: readonly NameState[]
}) {
  const failed = check ? listFailed(check.fields) : []
  const moved = names.filter(hasMoved)
  const count = failed.length + moved.length
  if (count === 0) return null
  return (
    <div className={look.note} data-severity="danger" role="alert">
      <p className={look.title}>
        <IconAlertOctagon size={16} stroke={1.75} aria-hidden="true" />
        Do not sign. {formatCount(count, 'check')} failed
      </p>
      <ul className={`${look.sentence} ${classes.failed}`}>
        {failed.map((one) => (
          <li key={one.field}>
            <FailedCheck one={one} nameOf={nameOf} />{' '}
            <ToCheck id={toCheckId(one)} />
          </li>
        ))}
        {moved.map((one) => (
          <li key={one.name}>
            <AddressText text={writeMoved(one)} /> <ToCheck id="review-names" />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ToCheck({ id }: { id: string }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        goTo(document.getElementById(id))
      }}
    >
      Show check
    </a>
  )
}

export function listFailed(fields: readonly FieldCheck[]): FieldCheck[] {
  return fields.filter(({ status }) => status === 'differs')
}

/** Where it stands among the others. */
export function toCheckId({ field }: FieldCheck): string {
  return `check-${field.replace(/\W+/g, '-')}`
}

/** What was computed or read, and what was said instead. */
export function FailedCheck({
  one: { field, here, claim, sentence },
  nameOf = () => undefined,
}: {
  one: FieldCheck
  nameOf?: NameOf | undefined
}) {
  if (sentence) return <AddressText text={addNames(sentence, nameOf)} />
  const value = claim?.value ?? ''
  return (
    <>
      <b>
        <AddressText text={addNames(field, nameOf)} />
      </b>
      {claim && isHash(here) && isHash(value) ? (
        <HashCompare
          rows={[
            { label: claimLabels[claim.by], hash: value },
            { label: computedLabel, hash: here },
          ]}
        />
      ) : (
        <AddressText text={`: ${here}${writeClaim(claim)}.`} />
      )}
    </>
  )
}

/** "Alice (0x…)": whoever compares needs the digits too. */
function addNames(text: string, nameOf: NameOf): string {
  return text.replace(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g, (address) => {
    const name = isAddress(address) ? nameOf(address) : undefined
    return name === undefined ? address : `${name} (${address})`
  })
}
