import type { SafeOverview } from '@covault/api'
import { IconPlus } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { usePageTitle, useSafeScope } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useFindName } from '../../hooks/useFindName.js'
import { listExpected } from '../../lib/expectedSafes.js'
import { isAt } from '../../lib/isAt.js'
import { paths } from '../../lib/paths.js'
import { addressBook } from '../../preferences/addressBook.js'
import { appearance } from '../../preferences/appearance.js'
import { knownSafes } from '../../preferences/knownSafes.js'
import { openedSafes } from '../../preferences/openedSafes.js'
import { usePreference } from '../../preferences/preference.js'
import { isAlone } from '../../queries/gateway.js'
import { ownedSafesQuery } from '../../queries/owners.js'
import { listOverviewQueries } from '../../queries/safes.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { safesQuery } from '../../trust/safes.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { latePart } from '../../ui/latePart.js'
import { PageHead } from '../../ui/PageHead.js'
import { accountQuery } from '../../wallet/account.js'
import { AccountFilters } from './AccountFilters.js'
import { AccountSection, LoadingSection } from './AccountSection.js'
import {
  type AccountFilter,
  type AccountOrder,
  accountOrders,
  filterAccounts,
  searchAccounts,
  sortAccounts,
} from './arrangeAccounts.js'
import { ChainBanner } from './ChainBanner.js'
import { FirstVisit } from './FirstVisit.js'
import {
  type AccountGroup,
  type AccountKind,
  type AccountSources,
  accountKinds,
  groupAccounts,
} from './groupAccounts.js'
import { NoAccounts, NothingFound } from './NoAccounts.js'
import { summarise } from './summarise.js'

const UnreadableAccounts = latePart(loadUnreadable)

async function loadUnreadable() {
  const { UnreadableAccounts } = await import('./UnreadableAccounts.js')
  return { default: UnreadableAccounts }
}

const sections: Record<AccountKind, { title: string; note?: string }> = {
  pinned: { title: 'Pinned' },
  owned: {
    title: 'Owned',
    note: isAlone
      ? 'owners checked on the chain'
      : 'listed by the gateway; owners checked on the chain',
  },
  watched: { title: 'Watched', note: 'view only' },
  demo: {
    title: 'Demo safes',
    note: 'on the local networks, for trying things out',
  },
  found: {
    title: 'Found on chain',
    note: 'created with an official Safe factory, newest first',
  },
}

export function AccountsScreen() {
  usePageTitle('Accounts')
  const config = useAppConfig()
  const { data: account } = useQuery(accountQuery)
  const { states, groups } = useAccounts()
  const overviews = useOverviews(groups)
  const { query, filter, order, setSearch } = useArrangement()
  const isFirstVisit = useIsFirstVisit()
  const shown = sortAccounts(
    searchAccounts(filterAccounts(groups, filter), query),
    { order, overviews },
  )
  const failed = states.filter(({ error }) => error)
  const isPending = states.some(({ safes, error }) => !safes && !error)
  const isUnreadable =
    failed.length > 0 && states.every(({ safes, error }) => !safes && error)
  // Where nothing can be read, the reason comes first.
  const hasDoors = isFirstVisit && !isUnreadable
  return (
    <>
      <PageHead title="Accounts" actions={!hasDoors && <Ways />}>
        {summarise({ states, groups })}
      </PageHead>
      {hasDoors && <FirstVisit />}
      {groups.length > 0 && (
        <AccountFilters
          query={query}
          filter={filter}
          order={order}
          onChange={setSearch}
        />
      )}
      {isUnreadable && (
        <Suspense>
          <UnreadableAccounts
            states={failed}
            onRetry={() => Promise.all(failed.map(({ retry }) => retry()))}
          />
        </Suspense>
      )}
      {!isUnreadable &&
        failed.map((state) => (
          <ChainBanner
            key={state.chain.chainId}
            state={state}
            onRetry={state.retry}
          />
        ))}
      {!isUnreadable &&
        accountKinds.map((kind) => (
          <AccountSection
            key={kind}
            {...sections[kind]}
            groups={shown.filter((group) => group.kind === kind)}
            overviews={overviews}
            account={account}
          />
        ))}
      {groups.length === 0 && isPending && <LoadingSection />}
      {groups.length === 0 && !isPending && !isUnreadable && (
        <NoAccounts chains={config.chains} />
      )}
      {groups.length > 0 && shown.length === 0 && !isUnreadable && (
        <NothingFound
          query={query}
          filter={filter}
          onShowAll={() => setSearch({ q: '', show: 'all' })}
        />
      )}
    </>
  )
}

/** The two ways to an account that is not in the list. */
function Ways() {
  return (
    <>
      <LinkButton to={paths.loadSafe} variant="default">
        Load a safe
      </LinkButton>
      <LinkButton
        to={paths.createSafe}
        leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      >
        Create a safe
      </LinkButton>
    </>
  )
}

/** Nobody is connected, and nothing was opened, made or named here before. */
function useIsFirstVisit(): boolean {
  const { chains } = useAppConfig()
  const { data: account } = useQuery(accountQuery)
  const known = usePreference(knownSafes)
  const contacts = usePreference(addressBook)
  const opened = usePreference(openedSafes)
  // It is remembered as opened once the page stands.
  const scope = useSafeScope()
  return (
    chains.length > 0 &&
    opened.length === 0 &&
    !scope &&
    !account &&
    known.length === 0 &&
    contacts.length === 0
  )
}

function useAccounts() {
  const config = useAppConfig()
  const { data: account } = useQuery(accountQuery)
  const { data: owned = [] } = useQuery(ownedSafesQuery(account))
  const known = usePreference(knownSafes)
  const contacts = usePreference(addressBook)
  const findName = useFindName()
  const sources = { known, owned, demo: config.demo?.safes ?? [] }
  const states = useChainStates(config.chains, sources)
  const groups = groupAccounts({
    states,
    sources,
    account,
    findName,
    contacts: contacts.map(({ address }) => address),
  })
  return { states, groups }
}

function useChainStates(
  chains: readonly ChainConfig[],
  { known, owned, demo }: AccountSources,
) {
  const places = [...known, ...owned, ...demo]
  const results = useQueries({
    queries: chains.map((chain) =>
      safesQuery(chain, {
        known: [
          ...new Set(
            places
              .filter(({ chainId }) => chainId === chain.chainId)
              .map(({ address }) => address),
          ),
        ],
      }),
    ),
  })
  return results.flatMap(({ data, error, refetch }, index) => {
    const chain = chains[index]
    return chain ? { chain, safes: data, error, retry: refetch } : []
  })
}

/** Of those that are expected nobody waits for the chain to name them. */
function useOverviews(groups: readonly AccountGroup[]) {
  const { currency } = usePreference(appearance)
  const { data: wallet } = useQuery(accountQuery)
  const expected = listExpected(useAppConfig(), usePreference(knownSafes))
  const others = groups.flatMap(({ address, chains }) =>
    chains.flatMap(({ chain: { chainId }, reading }) =>
      reading.status === 'read' &&
      !expected.some((safe) => isAt(safe, { chainId, address }))
        ? { chainId, address }
        : [],
    ),
  )
  return useQueries({
    queries: [expected, others].flatMap((safes) =>
      listOverviewQueries(safes, { currency, wallet }),
    ),
    combine: joinOverviews,
  })
}

/** Undefined until one has answered. */
function joinOverviews(
  answers: readonly { data: SafeOverview[] | undefined }[],
): SafeOverview[] | undefined {
  const told = answers.flatMap(({ data }) => (data ? [data] : []))
  return told.length > 0 ? told.flat() : undefined
}

type ArrangementChange = { q?: string; show?: string; sort?: string }

function useArrangement() {
  const { q = '', show, sort } = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter: AccountFilter =
    show === 'owned' || show === 'watched' ? show : 'all'
  const order: AccountOrder =
    accountOrders.find((known) => known === sort) ?? 'given'
  const setSearch = (change: ArrangementChange) => {
    const next = { q, show: filter, sort: order, ...change }
    void navigate({
      to: paths.accounts,
      replace: true,
      search: {
        ...(next.q ? { q: next.q } : {}),
        ...(next.show !== 'all' ? { show: next.show } : {}),
        ...(next.sort !== 'given' ? { sort: next.sort } : {}),
      },
    })
  }
  return { query: q, filter, order, setSearch }
}
