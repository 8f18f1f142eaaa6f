import {
  IconAddressBook,
  IconAdjustmentsHorizontal,
  IconClipboardText,
  IconEye,
  IconFileImport,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSafeScope, useScopeSearch } from '../hooks/scope.js'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { useListedSafes } from '../hooks/useListedSafes.js'
import { looksCarried } from '../lib/carriedText.js'
import { flowCommands, openFlow } from '../lib/flowSearch.js'
import { formatAddress } from '../lib/formatAddress.js'
import { paths } from '../lib/paths.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import type { AppSearch } from '../lib/searchText.js'
import { addressBook } from '../preferences/addressBook.js'
import { addKnownSafe, knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { useColorScheme, useThemeChoice } from '../preferences/theme.js'
import { settingsPages } from '../screens/settings/pages.js'
import { hasFeature } from '../trust/chainFacts.js'
import { Dialog } from '../ui/Dialog.js'
import { Mark } from '../ui/Mark.js'
import { type PickGroup, type PickItem, PickList } from '../ui/PickList.js'
import { showToast } from '../ui/toasts.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { copyDiagnostics } from './diagnostics.js'
import { listSafePages } from './Navigation.js'
import { generalPages } from './pages.js'

/** Pages, safes, contacts and actions, a few letters away. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const brought = useBrought(query)
  const groups = [usePages(), useSafes(), useContactItems(), useActions()]
  const wanted = query.trim().toLowerCase()
  const fits = ({ label, note, key }: PickItem) =>
    `${label} ${note ?? ''} ${key}`.toLowerCase().includes(wanted)
  return (
    <Dialog title="Search" size="find" onClose={onClose}>
      <PickList
        label="Search"
        placeholder="Page, safe, contact or action"
        query={query}
        onQuery={setQuery}
        groups={[brought, ...groups].map(({ title, items }) => ({
          title,
          items: items
            .filter((item) => item.key === broughtKey || fits(item))
            .slice(0, 8)
            .map((item) => ({
              ...item,
              onPick: () => {
                onClose()
                item.onPick()
              },
            })),
        }))}
        empty="No results. Try a page, or the name or address of a safe or contact."
      />
    </Dialog>
  )
}

const broughtKey = 'brought'

/** A link or JSON that was pasted is no search. */
function useBrought(query: string): PickGroup {
  const navigate = useNavigate()
  const search = useScopeSearch()
  const pasted: PickItem = {
    key: broughtKey,
    label: 'Import what you pasted',
    note: 'Shows a review first',
    icon: <IconFileImport size={20} stroke={1.75} />,
    onPick: () =>
      void navigate({
        to: paths.bringIn,
        search,
        state: { brought: [{ text: query }] },
      }),
  }
  return { title: 'Import', items: looksCarried(query) ? [pasted] : [] }
}

function usePages(): PickGroup {
  const navigate = useNavigate()
  const scope = useSafeScope()
  const search = useScopeSearch()
  const entries = [
    ...(scope ? listSafePages(scope.chain) : []).flatMap(
      ({ path, title, Icon, parts }) =>
        parts?.map((part) => ({ ...part, Icon })) ?? [{ path, title, Icon }],
    ),
    ...(scope ? generalPages.slice(0, 1) : generalPages),
    ...settingsPages
      .filter((one) => one.for === 'everybody' || (scope && one.for === 'safe'))
      .map(({ path, title }) => ({
        path,
        title: `Settings: ${title.toLowerCase()}`,
        Icon: IconAdjustmentsHorizontal,
      })),
  ].filter(({ path }) => path !== paths.settings)
  return {
    title: 'Pages',
    items: entries.map(({ path, title, Icon }) => ({
      key: path,
      label: title,
      icon: <Icon size={20} stroke={1.75} />,
      onPick: () =>
        void navigate({
          to: path,
          search: path === paths.accounts ? {} : search,
        }),
    })),
  }
}

function useSafes(): PickGroup {
  const navigate = useNavigate()
  return {
    title: 'Safes',
    items: useListedSafes().map(({ chain, address, name }) => ({
      key: `${chain.shortName}:${address}`,
      label: name ?? formatAddress(address),
      note: `${chain.name}, ${formatAddress(address, { digits: 4 })}`,
      icon: <Mark address={address} size={28} />,
      onPick: () =>
        void navigate({
          to: paths.home,
          search: toSafeSearch({ chain, address }),
        }),
    })),
  }
}

function useContactItems(): PickGroup {
  const navigate = useNavigate()
  const search = useScopeSearch()
  return {
    title: 'Contacts',
    items: usePreference(addressBook).map(({ chainId, address, name }) => ({
      key: `contact ${chainId} ${address}`,
      label: name,
      note: formatAddress(address, { digits: 4 }),
      icon: <IconAddressBook size={20} stroke={1.75} />,
      onPick: () =>
        void navigate({
          to: paths.addressBook,
          search: { ...search, q: address },
        }),
    })),
  }
}

/** What can be done about the safe of the page. */
function listFlows(
  scope: SafeScope | undefined,
  onOpen: (search: AppSearch) => void,
): PickItem[] {
  if (!scope) return []
  const search = toSafeSearch(scope)
  return flowCommands
    .filter(({ feature }) => !feature || hasFeature(scope.chain, feature))
    .map(({ flow, label, keys, Icon }) => ({
      key: keys,
      label,
      icon: <Icon size={20} stroke={1.75} />,
      onPick: () => onOpen(openFlow(flow)(search)),
    }))
}

function useActions(): PickGroup {
  const navigate = useNavigate()
  const search = useScopeSearch()
  const queries = useQueryClient()
  const config = useAppConfig()
  const [, choose] = useThemeChoice()
  const other = useColorScheme() === 'dark' ? 'light' : 'dark'
  const Icon = other === 'dark' ? IconMoon : IconSun
  const scope = useSafeScope()
  const isKept = usePreference(knownSafes).some(
    ({ chainId, address }) =>
      chainId === scope?.chain.chainId && address === scope.address,
  )
  return {
    title: 'Actions',
    items: [
      ...listFlows(scope, (flow) => void navigate({ to: '.', search: flow })),
      {
        key: 'bring in import open file link json qr code scan offline',
        label: 'Import a transaction or message',
        icon: <IconFileImport size={20} stroke={1.75} />,
        onPick: () => void navigate({ to: paths.bringIn, search }),
      },
      ...(scope && !isKept
        ? [
            {
              key: 'keep remember watch add account',
              label: 'Add this safe to accounts',
              icon: <IconEye size={20} stroke={1.75} />,
              onPick: () =>
                addKnownSafe({
                  chainId: scope.chain.chainId,
                  address: scope.address,
                }),
            },
          ]
        : []),
      {
        key: 'theme appearance colour',
        label: `Switch to the ${other} theme`,
        icon: <Icon size={20} stroke={1.75} />,
        onPick: () => choose(other),
      },
      {
        key: 'help support bug',
        label: 'Copy diagnostics',
        icon: <IconClipboardText size={20} stroke={1.75} />,
        onPick: () =>
          void copyDiagnostics({ queries, config }).then((isCopied) =>
            showToast(
              isCopied
                ? { kind: 'done', text: 'Diagnostics copied.' }
                : { kind: 'error', text: 'The browser blocked copying.' },
            ),
          ),
      },
    ],
  }
}
