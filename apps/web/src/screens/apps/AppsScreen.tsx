import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PendingList } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle, useScopeSearch } from '../../hooks/scope.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import type { AppSearch } from '../../lib/searchText.js'
import { usePreference } from '../../preferences/preference.js'
import { safeAppPreferences } from '../../preferences/safeApps.js'
import { safeAppsQuery } from '../../queries/safeApps.js'
import { Chip } from '../../ui/Chip.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { AppDetails } from './AppDetails.js'
import { AppList } from './AppList.js'
import classes from './AppsScreen.module.css'
import {
  isAllowedHere,
  type ListedApp,
  listApps,
  listTags,
  pickApps,
} from './catalogue.js'

/** The apps of the gateway for this network, and those that were added here. */
export function AppsScreen() {
  usePageTitle('Apps')
  return (
    <SafeGate feature="SAFE_APPS">{(open) => <Apps open={open} />}</SafeGate>
  )
}

function Apps({ open: { chain } }: { open: OpenSafe }) {
  const search = useScopeSearch()
  const { data, error, refetch } = useQuery(safeAppsQuery(chain.chainId))
  const { custom, pinned } = usePreference(safeAppPreferences)
  const { query, tag, setQuery, setTag } = useChoice()
  const [detailed, setDetailed] = useState<ListedApp>()
  const apps = listApps({ listed: data?.filter(isAllowedHere) ?? [], custom })
  const shown = pickApps(apps, { query, tag, pinned })
  const tags = listTags(apps)
  return (
    <>
      <PageHead
        title="Apps"
        actions={
          <>
            <LinkButton
              variant="default"
              to={paths.walletConnect}
              search={search}
            >
              WalletConnect
            </LinkButton>
            <LinkButton
              leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              to={paths.customApps}
              search={search}
            >
              Add app
            </LinkButton>
          </>
        }
      >
        {data && formatCount(shown.length, 'app')}
      </PageHead>
      {apps.length > 0 && (
        <search className={classes.tools}>
          <TextInput
            className={classes.query}
            aria-label="Search apps"
            placeholder="Name, purpose or address"
            leftSection={
              <IconSearch size={16} stroke={1.75} aria-hidden="true" />
            }
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          {tags.length > 0 && (
            <fieldset className={classes.tags} aria-label="Category">
              {[undefined, ...tags].map((one) => (
                <Chip
                  key={one ?? ''}
                  isSelected={tag === one}
                  onClick={() => setTag(one)}
                >
                  {one === undefined ? 'All' : toForeignText(one, 30)}
                </Chip>
              ))}
            </fieldset>
          )}
        </search>
      )}
      {!data && (
        <PendingList title="Can’t load apps." error={error} onRetry={refetch}>
          The gateway provides this list. It reappears once the gateway answers.
        </PendingList>
      )}
      {data && apps.length === 0 && (
        <EmptyState picture="0x07" title={`No apps for ${chain.name}.`}>
          The operator of this gateway chooses the listed apps. You can add any
          other app by its address.
        </EmptyState>
      )}
      {apps.length > 0 && shown.length === 0 && (
        <EmptyState
          picture="0x07"
          title="No matching apps"
          actions={<Button onClick={() => setQuery('')}>Show all apps</Button>}
        >
          Search by name, description, tag or address.
        </EmptyState>
      )}
      {shown.length > 0 && (
        <AppList apps={shown} pinned={pinned} onDetails={setDetailed} />
      )}
      {detailed && (
        <AppDetails app={detailed} onClose={() => setDetailed(undefined)} />
      )}
    </>
  )
}

/** What is looked for stands in the address, so that Back finds it again. */
function useChoice() {
  const { q: query = '', show: tag } = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changed: { q?: string; show?: string | undefined }) =>
    void navigate({
      to: '.',
      search: (before: AppSearch) => {
        const { q, show, ...rest } = { ...before, ...changed }
        return { ...rest, ...(q && { q }), ...(show && { show }) }
      },
      replace: true,
    })
  return {
    query,
    tag,
    setQuery: (q: string) => change(q === '' ? { q, show: undefined } : { q }),
    setTag: (show: string | undefined) => change({ show }),
  }
}
