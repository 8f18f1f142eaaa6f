import { useNameOf } from '../../hooks/useNameOf.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { toNumbered } from '../../lib/numbered.js'
import { Seal } from '../../ui/drawn/Seal.js'
import { Status } from '../../ui/Status.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import classes from './BringIn.module.css'
import type { JudgedSignature } from './judgeCarried.js'

/** Every signature that came along, those that are dropped as well. */
export function BroughtSignatures({
  place,
  signatures,
}: {
  place: SafeScope
  signatures: readonly JudgedSignature[]
}) {
  const nameOf = useNameOf(place)
  if (signatures.length === 0)
    return <p className={classes.note}>No signatures were included.</p>
  return (
    <ul className={classes.rows}>
      {toNumbered(signatures).map(({ item, at }) => (
        <li key={at}>
          <Seal
            address={item.signer}
            state={looks[kinds[item.status]]}
            size={32}
          />
          <span className={classes.who}>
            <b title={item.signer}>
              {nameOf(item.signer) ?? formatAddress(item.signer, { digits: 6 })}
            </b>
            <span className={classes.note}>{explain(item)}</span>
          </span>
          <Status kind={kinds[item.status]}>{marks[item.status]}</Status>
        </li>
      ))}
    </ul>
  )
}

const looks = { ok: 'signed', warn: 'open', danger: 'invalid' } as const

const kinds = {
  new: 'ok',
  known: 'ok',
  stranger: 'danger',
  refused: 'danger',
  unheard: 'warn',
  recovered: 'warn',
  needsChain: 'warn',
} as const

const marks = {
  new: 'verified, new',
  known: 'verified',
  stranger: 'dropped',
  refused: 'dropped',
  unheard: 'not checked',
  recovered: 'owner not checked',
  needsChain: 'not checked',
} as const

function explain(one: JudgedSignature): string {
  switch (one.status) {
    case 'new':
      return 'Signed this content, currently an owner'
    case 'known':
      return 'Already here'
    case 'stranger':
      return 'This signer is not currently an owner'
    case 'refused':
      return one.reason
    case 'unheard':
      return `Can’t check this signature, so it will not be added. ${one.reason}`
    case 'recovered':
      return `Valid signature of this content${one.isHere ? ', already here' : ''}. Owner not checked: no network`
    case 'needsChain':
      return `${one.isHere ? 'Already here. ' : ''}Not checked: no network`
  }
}
