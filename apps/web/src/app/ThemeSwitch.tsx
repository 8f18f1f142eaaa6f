import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { type ThemeChoice, useThemeChoice } from '../preferences/theme.js'

const choices: readonly {
  value: ThemeChoice
  title: string
  Icon: typeof IconSun
}[] = [
  { value: 'light', title: 'Light', Icon: IconSun },
  { value: 'dark', title: 'Dark', Icon: IconMoon },
  { value: 'system', title: 'Like the system', Icon: IconDeviceDesktop },
]

export function ThemeSwitch() {
  const [choice, choose] = useThemeChoice()
  return (
    <SegmentedControl
      aria-label="Appearance"
      withItemsBorders={false}
      value={choice}
      onChange={choose}
      data={choices.map(({ value, title, Icon }) => ({
        value,
        label: (
          <span title={title}>
            <Icon size={16} stroke={1.75} aria-hidden="true" />
            <VisuallyHidden>{title}</VisuallyHidden>
          </span>
        ),
      }))}
    />
  )
}
