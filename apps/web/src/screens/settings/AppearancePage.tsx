import { NativeSelect, SegmentedControl, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import { type ThemeChoice, useThemeChoice } from '../../preferences/theme.js'
import { fiatCodesQuery } from '../../queries/balances.js'
import { Section } from '../../ui/Section.js'
import { ComputerNotices } from './ComputerNotices.js'
import { SettingRow } from './SettingRow.js'

const themes: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'Like the system' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

export function AppearancePage() {
  const [theme, setTheme] = useThemeChoice()
  const { currency, copyPrefix } = usePreference(appearance)
  const { data: codes = [] } = useQuery(fiatCodesQuery)
  const currencies = [...new Set([currency, ...codes])]
  return (
    <Section
      title="Appearance"
      note="kept in this browser, for all of its tabs"
    >
      <SettingRow
        title="Theme"
        note="A system without a preference gets the dark one."
      >
        <SegmentedControl
          aria-label="Theme"
          withItemsBorders={false}
          value={theme}
          onChange={setTheme}
          data={themes}
        />
      </SettingRow>
      <SettingRow
        title="Currency"
        note="Values are shown in it. Prices come from the gateway; amounts do not depend on them."
      >
        <NativeSelect
          aria-label="Currency"
          value={currency}
          onChange={(event) =>
            appearance.write({ copyPrefix, currency: event.target.value })
          }
          data={currencies.map((code) => ({
            value: code,
            label: code.toUpperCase(),
          }))}
        />
      </SettingRow>
      <SettingRow
        title="Addresses with their network"
        note="Addresses are shown and copied as eth:0x12…, so that nobody takes one of another network."
      >
        <Switch
          aria-label="Addresses with their network"
          checked={copyPrefix}
          onChange={(event) =>
            appearance.write({ currency, copyPrefix: event.target.checked })
          }
        />
      </SettingRow>
      <ComputerNotices />
    </Section>
  )
}
