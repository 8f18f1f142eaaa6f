import type { ChainFeature } from '@covault/protocol'
import {
  IconAddressBook,
  IconAdjustmentsHorizontal,
  IconApps,
  IconArrowsLeftRight,
  IconHome,
  IconStack2,
  IconWallet,
} from '@tabler/icons-react'
import { type Path, paths } from '../lib/paths.js'

export type PageEntry = {
  path: Exclude<Path, typeof paths.createSafe | typeof paths.loadSafe>
  title: string
  Icon: typeof IconHome
  /** Without it the network's configuration leaves the page out. */
  feature?: ChainFeature
  /** Pages below it; the first one is where the entry itself leads. */
  parts?: readonly PagePart[]
}

export type PagePart = {
  path: PageEntry['path']
  title: string
  feature?: ChainFeature
  /** The page of one of those that it lists. */
  item?: string
  /** Which number stands beside it. */
  count?: 'queued'
}

/** What the navigation leads to when a page is about a safe. */
export const safePages: readonly PageEntry[] = [
  { path: paths.home, title: 'Home', Icon: IconHome },
  {
    path: paths.balances,
    title: 'Assets',
    Icon: IconStack2,
    parts: [
      { path: paths.balances, title: 'Tokens' },
      {
        path: paths.collectibles,
        title: 'Collectibles',
        feature: 'ERC721',
      },
    ],
  },
  {
    path: paths.queue,
    title: 'Transactions',
    Icon: IconArrowsLeftRight,
    parts: [
      { path: paths.queue, title: 'Queue', count: 'queued' },
      { path: paths.history, title: 'History' },
      { path: paths.statement, title: 'Statement' },
      { path: paths.messages, title: 'Messages', item: paths.message },
    ],
  },
  { path: paths.addressBook, title: 'Address book', Icon: IconAddressBook },
  {
    path: paths.apps,
    title: 'Apps',
    Icon: IconApps,
    feature: 'SAFE_APPS',
  },
  {
    path: paths.settings,
    title: 'Settings',
    Icon: IconAdjustmentsHorizontal,
  },
]

/** And when it is about none. */
export const generalPages: readonly PageEntry[] = [
  { path: paths.accounts, title: 'Accounts', Icon: IconWallet },
  { path: paths.addressBook, title: 'Address book', Icon: IconAddressBook },
  {
    path: paths.settings,
    title: 'Settings',
    Icon: IconAdjustmentsHorizontal,
  },
]
