import type { Finding } from '@covault/protocol'
import { Button } from '@mantine/core'
import type { Address } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
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
  const name = nameOf(known) ?? knownWords[kind]
  return (
    <>
      <AddressCompare
        rows={[
          { label: 'This address', address },
          { label: name, address: known },
        ]}
      />
      {onUseInstead && (
        <Button
          size="xs"
          onClick={() => onUseInstead({ from: address, to: known })}
        >
          Use {nameOf(known) ?? formatAddress(known, { digits: 4 })} instead
        </Button>
      )}
    </>
  )
}

/** What somebody without a name is to the reader. */
const knownWords: Record<NonNullable<Finding['lookAlike']>['kind'], string> = {
  contact: 'Your contact',
  owner: 'Owner of this safe',
  safe: 'Your safe',
  counterparty: 'Address paid before',
}
