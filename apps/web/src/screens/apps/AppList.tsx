import { IconInfoCircle, IconPin, IconPinFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useScopeSearch } from '../../hooks/scope.js'
import { toForeignText } from '../../lib/foreignText.js'
import { paths } from '../../lib/paths.js'
import { togglePin } from '../../preferences/safeApps.js'
import { Tag } from '../../ui/Tag.js'
import { AppMark } from './AppMark.js'
import classes from './AppsScreen.module.css'
import type { ListedApp } from './catalogue.js'

/** Each app with its origin: a name alone says nothing. */
export function AppList({
  apps,
  pinned,
  onDetails,
}: {
  apps: readonly ListedApp[]
  pinned: readonly string[]
  onDetails: (app: ListedApp) => void
}) {
  const search = useScopeSearch()
  return (
    <ul className={classes.list}>
      {apps.map((app) => {
        const name = toForeignText(app.name)
        const isPinned = pinned.includes(app.url)
        return (
          <li key={`${app.source} ${app.url}`} className={classes.app}>
            <AppMark origin={app.origin} />
            <div className={classes.what}>
              <Link
                to={paths.openApp}
                search={{ ...search, appUrl: app.url }}
                // The policy of the new document names this app alone.
                reloadDocument
                preload={false}
                className={classes.name}
              >
                {name}
              </Link>
              <p className={classes.quiet}>
                {toForeignText(app.description, 300)}
              </p>
              <p className={classes.facts}>
                <span className={classes.url}>{app.url}</span>
                {app.source === 'custom' && <Tag>Added by you</Tag>}
                {app.tags.map((tag) => (
                  <Tag key={tag}>{toForeignText(tag, 30)}</Tag>
                ))}
              </p>
            </div>
            <div className={classes.buttons}>
              <button
                type="button"
                className={classes.icon}
                aria-label={`${isPinned ? 'Unpin' : 'Pin'} ${name}`}
                aria-pressed={isPinned}
                onClick={() => togglePin(app.url)}
              >
                {isPinned ? (
                  <IconPinFilled size={20} aria-hidden="true" />
                ) : (
                  <IconPin size={20} stroke={1.75} aria-hidden="true" />
                )}
              </button>
              <button
                type="button"
                className={classes.icon}
                aria-label={`Details of ${name}`}
                onClick={() => onDetails(app)}
              >
                <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
              </button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
