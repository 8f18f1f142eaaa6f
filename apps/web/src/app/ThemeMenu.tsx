import { Menu } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { type ThemeChoice, useThemeChoice } from '../preferences/theme.js'
import classes from './ThemeMenu.module.css'

const choices: readonly {
  choice: ThemeChoice
  title: string
  Icon: typeof IconSun
}[] = [
  { choice: 'light', title: 'Light', Icon: IconSun },
  { choice: 'dark', title: 'Dark', Icon: IconMoon },
  { choice: 'system', title: 'Like the system', Icon: IconDeviceDesktop },
]

export function ThemeMenu() {
  const [choice, choose] = useThemeChoice()
  const current = choices.find((one) => one.choice === choice) ?? choices[0]
  const Icon = current?.Icon ?? IconSun
  return (
    <Menu position="bottom-end" width={208} transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={`Appearance: ${current?.title}`}
          title="Appearance"
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={choice}
          onChange={(value) => choose(value as ThemeChoice)}
        >
          {choices.map(({ choice, title }) => (
            <Menu.RadioItem key={choice} value={choice}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
