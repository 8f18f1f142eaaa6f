import type { SafeReference } from '@covault/api'
import { indexKnown, type KnownAddress } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useListedSafes } from '../hooks/useListedSafes.js'
import { capitalise } from '../lib/capitalise.js'
import { addressBook, findContact } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { counterpartiesQuery } from '../queries/counterparties.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { safeQuery } from '../trust/safe.js'
import { Remark } from '../ui/Remark.js'
import { listKnown } from '../understand/assess/knownFacts.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { AddressCompare } from './AddressCompare.js'
import classes from './LookAlike.module.css'

/** Owners of the page's safe, and whom it has paid, are imitated as well. */
export function LookAlikeInSafe({
  scope: { chain, address: safe },
  ...entered
}: {
  scope: SafeScope
  address: Address
  onUse: (address: Address) => void
}) {
  const { data: reading } = useQuery(safeQuery(chain, safe))
  const { data: history } = useQuery(
    counterpartiesQuery({ chain, address: safe }),
  )
  return (
    <LookAlike
      {...entered}
      chain={chain}
      safe={safe}
      owners={reading?.status === 'safe' ? reading.safe.owners : []}
      paid={history?.paid ?? []}
    />
  )
}

/** What the review will say, said as early as it can be. */
export function LookAlike({
  chain: { chainId },
  address,
  safe,
  owners = [],
  paid = [],
  onUse,
}: {
  chain: ChainConfig
  address: Address
  safe?: Address
  owners?: readonly Address[]
  paid?: readonly Address[]
  onUse: (address: Address) => void
}) {
  const contacts = usePreference(addressBook)
  const safes = usePreference(knownSafes)
  const listed = useListedSafes()
  const here = (known: readonly SafeReference[]) =>
    known.filter((one) => one.chainId === chainId).map((one) => one.address)
  const { findLookAlike } = indexKnown(
    listKnown({
      contacts: here(contacts),
      owners,
      safes: [...(safe ? [safe] : []), ...here(safes)],
      // Safes that only the gateway lists: they make nobody known.
      paid: [...paid, ...listed.map((one) => one.address)],
    }),
  )
  const found = findLookAlike(address)
  if (!found) return null
  const name =
    findContact(contacts, { chainId, address: found.known })?.name ??
    listed.find((one) => one.address === found.known)?.name
  const isListed = listed.some((one) => one.address === found.known)
  const what = isListed ? knownWords.safe : knownWords[found.kind]
  return (
    <div
      className={classes.lookAlike}
      data-look-alike={found.severity}
      role="alert"
    >
      <Remark kind={found.severity === 'danger' ? 'danger' : 'warn'}>
        This is not the address of {name ?? what.one}. Only some digits are the
        same.
      </Remark>
      <AddressCompare
        rows={[
          { label: 'This address', address },
          { label: name ?? capitalise(what.one), address: found.known },
        ]}
      />
      <Button size="xs" onClick={() => onUse(found.known)}>
        Use {name ?? what.this} instead
      </Button>
    </div>
  )
}

/** What somebody without a name is to the reader. */
const knownWords = {
  contact: { one: 'your contact', this: 'your contact' },
  owner: { one: 'an owner of this safe', this: 'the owner' },
  safe: { one: 'your safe', this: 'your safe' },
  counterparty: { one: 'an earlier recipient', this: 'the earlier recipient' },
} as const satisfies Record<KnownAddress['kind'], { one: string; this: string }>
