import { Button } from '@mantine/core'
import { CopyButton } from '../../components/CopyButton.js'
import { useSafeScope } from '../../hooks/scope.js'
import { toForeignText } from '../../lib/foreignText.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { stringifySearch } from '../../lib/searchText.js'
import { removeCustomApp } from '../../preferences/safeApps.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Fact } from '../../ui/Fact.js'
import { LinkButton } from '../../ui/LinkButton.js'
import classes from './AppsScreen.module.css'
import type { ListedApp } from './catalogue.js'

/** All that is known of an app, and who says so. */
export function AppDetails({
  app,
  onClose,
}: {
  app: ListedApp
  onClose: () => void
}) {
  const scope = useSafeScope()
  const { details } = app
  const share = `${window.location.origin}${paths.shareApp}${stringifySearch({
    appUrl: app.url,
    ...(scope && { chain: scope.chain.shortName }),
  })}`
  return (
    <Dialog title={toForeignText(app.name)} size="form" onClose={onClose}>
      <p className={classes.quiet}>{toForeignText(app.description, 1000)}</p>
      <dl className={classes.details}>
        <Fact name="Origin">
          <span className={classes.url}>{app.origin}</span>
        </Fact>
        <Fact name="Address">
          <span className={classes.url}>{app.url}</span>
        </Fact>
        <Fact name="Listed by">
          {app.source === 'gateway' ? 'the operator of this gateway' : 'you'}
        </Fact>
        {details?.provider && (
          <Fact name="Developer">
            {toForeignText(details.provider.name)},{' '}
            <span className={classes.url}>
              {toForeignText(details.provider.url, 200)}
            </span>
          </Fact>
        )}
        {details?.developerWebsite && (
          <Fact name="Website">
            <span className={classes.url}>
              {toForeignText(details.developerWebsite, 200)}
            </span>
          </Fact>
        )}
        {details?.socialProfiles.map(({ platform, url }) => (
          <Fact key={url} name={platforms[platform]}>
            <span className={classes.url}>{toForeignText(url, 200)}</span>
          </Fact>
        ))}
        {details?.features.includes('BATCHED_TRANSACTIONS') && (
          <Fact name="Supports">adding calls to the draft batch</Fact>
        )}
        {details?.accessControl.type === 'DOMAIN_ALLOWLIST' && (
          <Fact name="Available on">
            {(details.accessControl.value ?? [])
              .map((domain) => toForeignText(domain))
              .join(', ')}
          </Fact>
        )}
      </dl>
      <DialogActions>
        <LinkButton
          to={paths.openApp}
          search={{ ...(scope && toSafeSearch(scope)), appUrl: app.url }}
          reloadDocument
          preload={false}
        >
          Open
        </LinkButton>
        <CopyButton label="Copy link" text={share} />
        {app.source === 'custom' && (
          <Button
            variant="default"
            onClick={() => {
              removeCustomApp(app.url)
              onClose()
            }}
          >
            Remove
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const platforms = {
  TWITTER: 'X',
  GITHUB: 'GitHub',
  DISCORD: 'Discord',
  TELEGRAM: 'Telegram',
  UNKNOWN: 'Elsewhere',
} as const
