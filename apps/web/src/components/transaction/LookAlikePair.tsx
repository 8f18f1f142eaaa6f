import type { Finding } from '@covault/protocol'
import { Button } from '@mantine/core'
import type { Address } from 'viem'
import { capitalise } from '../../lib/capitalise.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { AddressCompare } from '../AddressCompare.js'

export type LookAlikeShown = {
  nameOf: NameOf
  /** Undefined where the address was not entered in a form. */
  onUseInstead?: ((swap: { from: Address; to: Address }) => void) | undefined
}

/** The two addresses digit by digit, and the way to the known one. */
export function LookAlikePair({
  pair: { address, known, kind },
  nameOf,
  onUseInstead,
}: LookAlikeShown & { pair: NonNullable<Finding['lookAlike']> }) {
  const own = nameOf(known)
  const what = knownWords[kind]
  return (
    <>
      <AddressCompare
        rows={[
          { label: 'This address', address },
          { label: own ?? capitalise(what), address: known },
        ]}
      />
      {onUseInstead && (
        <Button
          size="xs"
          onClick={() => onUseInstead({ from: address, to: known })}
        >
          Use {own ?? what} instead
        </Button>
      )}
    </>
  )
}

/** What somebody without a name is to the reader. */
const knownWords: Record<NonNullable<Finding['lookAlike']>['kind'], string> = {
  contact: 'your contact',
  owner: 'the owner',
  safe: 'your safe',
  counterparty: 'the earlier recipient',
}
