import { NativeSelect, SegmentedControl, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import { type ThemeChoice, useThemeChoice } from '../../preferences/theme.js'
import { fiatCodesQuery } from '../../queries/balances.js'
import { Section } from '../../ui/Section.js'
import { ComputerNotices } from './notifications/ComputerNotices.js'
import { SettingRow } from './SettingRow.js'

const themes: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

export function AppearancePage() {
  const [theme, setTheme] = useThemeChoice()
  const { currency, copyPrefix } = usePreference(appearance)
  const { data: codes = [] } = useQuery(fiatCodesQuery)
  const currencies = [...new Set([currency, ...codes])]
  return (
    <Section title="Appearance" note="saved in this browser, for all tabs">
      <SettingRow
        title="Theme"
        note="System follows your computer, or uses dark if it has no preference."
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
        note="Values are shown in this currency, at prices from the gateway. Balances don’t depend on prices."
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
        title="Network prefix"
        note="Show and copy addresses as eth:0x12…, so that they aren’t used on another network."
      >
        <Switch
          aria-label="Network prefix"
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
