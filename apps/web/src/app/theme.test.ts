import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { tokens } from '../ui/tokens.js'
import { theme } from './theme.js'
import { cssVariablesResolver } from './themeVariables.js'

const merged = mergeMantineTheme(DEFAULT_THEME, theme)

test.each(['dark', 'light'] as const)(
  '%s has every token as a variable',
  (scheme) => {
    const variables = cssVariablesResolver(merged)[scheme]
    for (const [name, value] of Object.entries(tokens[scheme]))
      expect(variables[`--cv-${name}`]).toBe(value)
  },
)

test('text, page and borders of Mantine are bound to tokens', () => {
  expect(cssVariablesResolver(merged).dark).toMatchObject({
    '--mantine-color-body': 'var(--cv-ground)',
    '--mantine-color-text': 'var(--cv-ink)',
    '--mantine-color-default-border': 'var(--cv-hair)',
    '--input-bd': 'var(--cv-edge)',
  })
})

test('the primary colour is white on dark and ink on light', () => {
  expect(merged.primaryColor).toBe('ink')
  expect(merged.colors.paper).toEqual(Array(10).fill('#ffffff'))
  expect(merged.colors.carbon).toEqual(Array(10).fill('#0f0f0f'))
})
