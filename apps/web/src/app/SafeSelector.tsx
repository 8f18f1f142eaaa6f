import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSafeScope, useScopeSearch } from '../hooks/scope.js'
import { useFindName } from '../hooks/useFindName.js'
import { useListedSafes } from '../hooks/useListedSafes.js'
import { formatAddress } from '../lib/formatAddress.js'
import { paths } from '../lib/paths.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import type { AppSearch } from '../lib/searchText.js'
import { appearance } from '../preferences/appearance.js'
import { usePreference } from '../preferences/preference.js'
import { safeQuery } from '../trust/safe.js'
import { AddressText } from '../ui/AddressText.js'
import { Dialog } from '../ui/Dialog.js'
import { Mark } from '../ui/Mark.js'
import { PickList } from '../ui/PickList.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import classes from './SafeSelector.module.css'

/** Which safe this is about, and the way to another. */
export function SafeSelector() {
  const scope = useSafeScope()
  return scope ? <Selector scope={scope} /> : null
}

function Selector({ scope: { chain, address } }: { scope: SafeScope }) {
  const [isOpen, setOpen] = useState(false)
  const name = useFindName()({ chainId: chain.chainId, address })
  const { copyPrefix } = usePreference(appearance)
  const { data } = useQuery(safeQuery(chain, address))
  const facts = [
    chain.name,
    ...(data?.status === 'safe'
      ? [`${data.safe.threshold} of ${data.safe.owners.length}`]
      : []),
  ]
  return (
    <>
      <button
        type="button"
        className={classes.selector}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Mark address={address} />
        <span className={classes.lines}>
          <b className={classes.name}>{name ?? 'Unnamed safe'}</b>
          <small className={classes.facts}>
            {copyPrefix && `${chain.shortName}:`}
            <AddressText text={formatAddress(address, { digits: 4 })} />{' '}
            {facts.map(holdTogether).join(' ')}
          </small>
        </span>
        <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && <Choice onClose={() => setOpen(false)} />}
    </>
  )
}

/** Where there is no room, a fact is left out as a whole. */
function holdTogether(fact: string): string {
  return `·\u00a0${fact.replaceAll(' ', '\u00a0')}`
}

function Choice({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const search = useScopeSearch()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const safes = useListedSafes().filter(({ chain, address, name }) =>
    `${name ?? ''} ${chain.name} ${chain.shortName}:${address}`
      .toLowerCase()
      .includes(wanted),
  )
  return (
    <Dialog title="Choose a safe" size="find" onClose={onClose}>
      <PickList
        label="Choose a safe"
        placeholder="Name, address or network"
        query={query}
        onQuery={setQuery}
        groups={[
          {
            title: 'Safes',
            items: safes.map(({ chain, address, name }) => ({
              key: `${chain.chainId}:${address}`,
              label: name ?? 'Unnamed safe',
              note: `${chain.name}, ${formatAddress(address, { digits: 4 })}`,
              icon: <Mark address={address} size={28} />,
              onPick: () => {
                onClose()
                void navigate({
                  to: '.',
                  search: ({ appUrl }: AppSearch) => ({
                    ...toSafeSearch({ chain, address }),
                    // An open app stays, and begins again with this safe.
                    ...(appUrl === undefined ? {} : { appUrl }),
                  }),
                })
              },
            })),
          },
          {
            title: 'Elsewhere',
            items: [
              {
                key: 'accounts',
                label: 'All accounts',
                onPick: () => {
                  onClose()
                  void navigate({ to: paths.accounts })
                },
              },
              {
                key: 'contacts',
                label: 'Address book',
                onPick: () => {
                  onClose()
                  void navigate({ to: paths.addressBook, search })
                },
              },
            ],
          },
        ]}
        empty="No matching safes"
      />
    </Dialog>
  )
}
