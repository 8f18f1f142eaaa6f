import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AppUrl, readAppUrl } from '../../apps/appUrl.js'
import { fetchManifest } from '../../apps/manifest.js'
import { LoadingRows } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle, useScopeSearch } from '../../hooks/scope.js'
import { toForeignText } from '../../lib/foreignText.js'
import { paths } from '../../lib/paths.js'
import { stringifySearch } from '../../lib/searchText.js'
import { usePreference } from '../../preferences/preference.js'
import { addCustomApp, safeAppPreferences } from '../../preferences/safeApps.js'
import { safeAppsQuery } from '../../queries/safeApps.js'
import { Form } from '../../ui/Form.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { describeError } from '../../words/errors.js'
import { AppMark } from './AppMark.js'
import classes from './AppsScreen.module.css'
import { isAllowedHere, listApps } from './catalogue.js'
import { isDocumentOf } from './documentOf.js'

const ownOrigin = () => window.location.origin

/** An app that nobody lists, by its address and by what it says of itself. */
export function CustomAppsScreen() {
  usePageTitle('Add app')
  return (
    <SafeGate feature="SAFE_APPS">{(open) => <AddApp open={open} />}</SafeGate>
  )
}

function AddApp({ open: { chain } }: { open: OpenSafe }) {
  const { appUrl = '' } = useSearch({ strict: false })
  const search = useScopeSearch()
  const [text, setText] = useState(appUrl)
  const [isSubmitted, setSubmitted] = useState(appUrl !== '')
  const { data } = useQuery(safeAppsQuery(chain.chainId))
  const { custom } = usePreference(safeAppPreferences)
  const read = readAppUrl(text, { ownOrigin: ownOrigin() })
  const known = listApps({
    listed: data?.filter(isAllowedHere) ?? [],
    custom,
  }).find(({ url }) => url === read.url)
  const mistake =
    read.mistake ??
    (known &&
      `“${known.name}” at this address is already ${known.source === 'gateway' ? 'listed by this gateway' : 'one of your apps'}.`)
  const submit = () => {
    setSubmitted(true)
    if (mistake || read.url === undefined) return
    // Only a document that was loaded for this origin may read from there.
    window.location.assign(
      `${paths.customApps}${stringifySearch({ ...search, appUrl: read.url })}`,
    )
  }
  const isAsked = appUrl !== '' && read.url !== undefined && !mistake
  return (
    <>
      <PageHead title="Add app" />
      <p className={classes.quiet}>
        An app sees the safe’s address and can request transactions. Nothing
        happens without your review. This browser reads the app’s manifest; the
        name in it is the app’s own claim.
      </p>
      <Form className={classes.form} onSubmit={submit}>
        <TextInput
          label="App address"
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          value={text}
          error={isSubmitted && mistake}
          onChange={(event) => {
            setSubmitted(false)
            setText(event.target.value)
          }}
        />
        <div className={classes.end}>
          <Button type="submit">Read manifest</Button>
          <LinkButton variant="default" to={paths.apps} search={search}>
            All apps
          </LinkButton>
        </div>
      </Form>
      {isAsked && text === appUrl && read.url && (
        <Found app={{ url: read.url, origin: read.origin }} />
      )}
    </>
  )
}

function Found({ app: { url, origin } }: { app: AppUrl }) {
  const navigate = useNavigate()
  const search = useScopeSearch()
  const isHere = isDocumentOf(origin, {
    paths: [paths.customApps, paths.shareApp, paths.openApp],
  })
  useEffect(() => {
    if (!isHere) window.location.reload()
  }, [isHere])
  const {
    data: manifest,
    error,
    refetch,
  } = useQuery({
    queryKey: ['manifest', url],
    queryFn: ({ signal }) => fetchManifest(url, { signal }),
    retry: false,
    enabled: isHere,
  })
  if (error)
    return (
      <div className={classes.found}>
        <Remark kind="danger" role="alert">
          {describeError(error)}
        </Remark>
        <RetryButton onRetry={refetch} />
      </div>
    )
  if (!manifest) return <LoadingRows count={2} />
  const { name, description } = manifest
  return (
    <section className={classes.found} aria-label="Manifest">
      <div className={classes.app}>
        <AppMark origin={origin} />
        <div className={classes.what}>
          <b>{name}</b>
          <p className={classes.quiet}>{description}</p>
          <p className={classes.url}>{origin}</p>
        </div>
      </div>
      <div className={classes.end}>
        <Button
          maw="100%"
          onClick={() => {
            addCustomApp({ url, name, description })
            void navigate({ to: paths.apps, search })
          }}
        >
          Add “{toForeignText(name, 30)}”
        </Button>
      </div>
    </section>
  )
}
