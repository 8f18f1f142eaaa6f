import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type AppUrl, readAppUrl } from '../../apps/appUrl.js'
import { LoadingRows } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle, useScopeSearch } from '../../hooks/scope.js'
import { paths } from '../../lib/paths.js'
import { usePreference } from '../../preferences/preference.js'
import { acceptOrigin, safeAppPreferences } from '../../preferences/safeApps.js'
import { safeAppsQuery } from '../../queries/safeApps.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { AppHost } from './AppHost.js'
import { findApp, isAllowedHere } from './catalogue.js'
import { isDocumentOf } from './documentOf.js'
import { UnknownApp } from './UnknownApp.js'

/** One app in a frame of its own, for the safe of the link. */
export function OpenAppScreen() {
  const { appUrl = '' } = useSearch({ strict: false })
  const app = readAppUrl(appUrl, { ownOrigin: window.location.origin })
  if (app.mistake !== undefined) return <NoApp mistake={app.mistake} />
  return (
    <SafeGate feature="SAFE_APPS">
      {(open) => <Opened open={open} app={app} />}
    </SafeGate>
  )
}

function NoApp({ mistake }: { mistake: string }) {
  const search = useScopeSearch()
  usePageTitle('App')
  return (
    <>
      <PageHead title="App" />
      <EmptyState
        picture="0x07"
        title="This link doesn’t lead to an app."
        actions={
          <LinkButton to={paths.apps} search={search}>
            All apps
          </LinkButton>
        }
      >
        {mistake}
      </EmptyState>
    </>
  )
}

function Opened({
  open: { chain, address, safe },
  app: { url, origin },
}: {
  open: OpenSafe
  app: AppUrl
}) {
  const { data, error } = useQuery(safeAppsQuery(chain.chainId))
  const preferences = usePreference(safeAppPreferences)
  const isHere = isDocumentOf(origin, { paths: [paths.openApp] })
  useEffect(() => {
    if (!isHere) window.location.reload()
  }, [isHere])
  usePageTitle('App')
  if (!isHere || !safe || (!data && !error)) return <LoadingRows count={4} />
  const listed = data?.filter(isAllowedHere) ?? []
  const known = findApp({ listed, custom: preferences.custom }, { url })
  if (!known && !preferences.accepted.includes(origin))
    return (
      <UnknownApp
        url={url}
        origin={origin}
        isListMissing={!data}
        onOpen={() => acceptOrigin(origin)}
      />
    )
  return (
    <AppHost
      // Another safe is another conversation, and the app begins again.
      key={`${chain.chainId}:${address}:${url}`}
      place={{ chain, address, safe }}
      url={url}
      origin={origin}
      known={known}
    />
  )
}
