import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type AppUrl, readAppUrl } from '../../apps/appUrl.js'
import { usePageTitle } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useListedSafes } from '../../hooks/useListedSafes.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { safeAppsQuery } from '../../queries/safeApps.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { AppMark } from './AppMark.js'
import classes from './AppsScreen.module.css'
import { findApp, isAllowedHere } from './catalogue.js'

/** Where a shared link to an app leads, also for those without a safe. */
export function ShareAppScreen() {
  usePageTitle('Shared app')
  const { appUrl = '', chain: shortName } = useSearch({ strict: false })
  const config = useAppConfig()
  const app = readAppUrl(appUrl, { ownOrigin: window.location.origin })
  const chain =
    shortName === undefined
      ? config.chains[0]
      : config.chains.find((one) => one.shortName === shortName)
  if (app.mistake !== undefined || !chain)
    return (
      <>
        <PageHead title="Shared app" />
        <EmptyState
          picture="0x07"
          title={
            app.mistake === undefined
              ? 'This link is for a network that isn’t available here.'
              : 'This link doesn’t lead to an app.'
          }
          actions={<LinkButton to={paths.accounts}>Go to accounts</LinkButton>}
        >
          {app.mistake ?? describeNetworks(config.chains, shortName)}
        </EmptyState>
      </>
    )
  return <Shared key={app.url} app={app} chain={chain} />
}

function describeNetworks(
  chains: readonly ChainConfig[],
  asked: string | undefined,
): string {
  const names = chains.map(({ name }) => name).join(', ')
  const served = names
    ? `is configured for ${names}`
    : 'has no network configured'
  return asked === undefined
    ? `This gateway ${served}.`
    : `The link names “${toForeignText(asked, 30)}”. This gateway ${served}.`
}

function Shared({ app, chain }: { app: AppUrl; chain: ChainConfig }) {
  const { data, error } = useQuery(safeAppsQuery(chain.chainId))
  const known = findApp(
    { listed: data?.filter(isAllowedHere) ?? [], custom: [] },
    app,
  )
  return (
    <>
      <PageHead title="Shared app">Someone shared this app with you.</PageHead>
      <div className={classes.app}>
        <AppMark origin={app.origin} />
        <div className={classes.what}>
          <b>{known ? toForeignText(known.name) : 'Unnamed app'}</b>
          {known && (
            <p className={classes.quiet}>
              {toForeignText(known.description, 300)}
            </p>
          )}
          <p className={classes.url}>{app.url}</p>
        </div>
      </div>
      {!known && (data || error) && (
        <div className={classes.found}>
          <Remark kind="warn">
            {data
              ? `This gateway doesn’t list the app for ${chain.name}. Nothing was loaded from it.`
              : 'Can’t load the list of apps. Nothing was loaded from this app.'}
          </Remark>
        </div>
      )}
      <OpenWith app={app} chain={chain} />
    </>
  )
}

function OpenWith({ app, chain }: { app: AppUrl; chain: ChainConfig }) {
  const safes = useListedSafes().filter(
    (safe) => safe.chain.chainId === chain.chainId,
  )
  const [chosen, setChosen] = useState(0)
  const safe = safes[chosen] ?? safes[0]
  if (!safe)
    return (
      <EmptyState
        picture="0x07"
        title="Apps need a safe."
        actions={
          <>
            <LinkButton to={paths.createSafe}>Create a safe</LinkButton>
            <LinkButton to={paths.loadSafe} variant="default">
              Load a safe
            </LinkButton>
          </>
        }
      >
        You have no safe on {chain.name} yet.
      </EmptyState>
    )
  return (
    <div className={classes.form}>
      <NativeSelect
        label={`Safe on ${chain.name}`}
        value={String(chosen)}
        onChange={(event) => setChosen(Number(event.target.value))}
        data={safes.map(({ name, address }, index) => ({
          value: String(index),
          label: [name, formatAddress(address, { digits: 4 })]
            .filter(Boolean)
            .join(', '),
        }))}
      />
      <div className={classes.end}>
        <LinkButton
          to={paths.openApp}
          search={{ ...toSafeSearch(safe), appUrl: app.url }}
          reloadDocument
          preload={false}
        >
          Open app
        </LinkButton>
      </div>
    </div>
  )
}
