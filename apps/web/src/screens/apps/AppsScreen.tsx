import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { PendingList } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { formatCount } from '../../lib/formatCount.js'
import { safeAppsQuery } from '../../queries/safeApps.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'
import { SectionHead } from '../../ui/SectionHead.js'
import classes from './AppsScreen.module.css'

/** The apps the gateway lists for this network. */
export function AppsScreen() {
  usePageTitle('Apps')
  return <SafeGate>{(open) => <Apps open={open} />}</SafeGate>
}

function Apps({ open: { chain, address } }: { open: OpenSafe }) {
  const { data, error, refetch } = useQuery(safeAppsQuery(chain.chainId))
  return (
    <>
      <PageHead title="Apps">
        {data && formatCount(data.length, 'app')}
      </PageHead>
      {!data && (
        <PendingList
          title="Apps could not be loaded."
          error={error}
          onRetry={refetch}
        >
          The list of apps comes from the gateway and comes back with it.
        </PendingList>
      )}
      {data?.length === 0 && (
        <EmptyState
          picture={<Seal address={address} state="open" size={72} />}
          title={`No app for ${chain.name}.`}
        >
          The operator of this installation names the apps that are offered
          here.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <section aria-labelledby="apps">
          <SectionHead
            id="apps"
            title={`For ${chain.name}`}
            note="this version lists them and cannot open them yet"
          />
          <ul>
            {data.map(({ id, name, description, url }) => (
              <li key={id} className={classes.app}>
                <b>{name}</b>
                <span className={classes.quiet}>{description}</span>
                <span className={classes.url}>{url}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export function CustomAppsScreen() {
  return (
    <NotYet
      page="Apps of your own"
      title="No app of your own can be added yet."
    >
      This version lists the apps its operator names. Adding one by its address
      is not possible here yet.
    </NotYet>
  )
}

export function OpenAppScreen() {
  const { appUrl } = useSearch({ strict: false })
  return (
    <NotYet page="App" title="Apps cannot be opened yet.">
      {appUrl
        ? `The link leads to ${appUrl}. This version does not open apps; nothing was loaded from there.`
        : 'The link names no app.'}
    </NotYet>
  )
}

export function ShareAppScreen() {
  const { appUrl } = useSearch({ strict: false })
  return (
    <NotYet page="Shared app" title="Somebody shared an app with you.">
      {appUrl
        ? `It is ${appUrl}. This version does not open apps; nothing was loaded from there.`
        : 'The link names no app.'}
    </NotYet>
  )
}

function NotYet({
  page,
  title,
  children,
}: {
  page: string
  title: string
  children: string
}) {
  usePageTitle(page)
  return (
    <>
      <PageHead title={page} />
      <EmptyState
        picture={<Seal address="0x07" state="open" size={72} />}
        title={title}
      >
        {children}
      </EmptyState>
    </>
  )
}
