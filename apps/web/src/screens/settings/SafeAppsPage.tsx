import { Button } from '@mantine/core'
import { formatDay } from '../../lib/formatTime.js'
import { usePreference } from '../../preferences/preference.js'
import {
  type AppAnswer,
  forgetOrigin,
  safeAppPreferences,
} from '../../preferences/safeApps.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Section } from '../../ui/Section.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** What apps asked for, and what they were told, by where they come from. */
export function SafeAppsPage() {
  const { answers, accepted } = usePreference(safeAppPreferences)
  const origins = [
    ...new Set([...answers.map(({ origin }) => origin), ...accepted]),
  ].sort()
  return (
    <Section
      className={classes.section}
      title="App permissions"
      note="by website"
    >
      {origins.length === 0 && (
        <EmptyState picture="0x07" title="No permissions yet.">
          Apps must ask before they see your address book. Your answers appear
          here, and you can revoke them.
        </EmptyState>
      )}
      {origins.map((origin) => (
        <SettingRow
          key={origin}
          title={origin}
          note={describe(
            answers.filter((one) => one.origin === origin),
            accepted.includes(origin),
          )}
        >
          <Button
            variant="default"
            aria-label={`Revoke permissions of ${origin}`}
            onClick={() => forgetOrigin(origin)}
          >
            Revoke
          </Button>
        </SettingRow>
      ))}
    </Section>
  )
}

function describe(answers: readonly AppAnswer[], isAccepted: boolean): string {
  return [
    ...answers.map(
      ({ what, isGranted, at }) =>
        `${names.get(what) ?? what}: ${isGranted ? 'allowed' : 'refused'} on ${formatDay(at)}.`,
    ),
    ...(isAccepted
      ? ['Opened despite the warning: this app is unverified.']
      : []),
  ].join(' ')
}

const names = new Map([
  ['requestAddressBook', 'Your whole address book'],
  ['clipboard-read', 'Reading the clipboard'],
  ['clipboard-write', 'Writing to the clipboard'],
  ['fullscreen', 'Filling the whole screen'],
])
