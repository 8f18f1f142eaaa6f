import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  virtualColor,
} from '@mantine/core'
import { fontStack, monoStack, tokens } from '../ui/tokens.js'

const { dark, light } = tokens

/**
 * The design language in Mantine's words: all that its variables are made of.
 * Without styles of components, because the build reads it as well.
 */
export const themeVariables = createTheme({
  colors: {
    dark: [
      dark.ink,
      dark['ink-2'],
      dark['ink-3'],
      dark.edge,
      dark.rule,
      dark.hair,
      dark.raised,
      dark.sheet,
      '#0d0d0d',
      dark.ground,
    ],
    gray: [
      light.ground,
      '#f3f3f1',
      light.raised,
      light.hair,
      light.rule,
      light.edge,
      light['ink-3'],
      light['ink-2'],
      '#262626',
      light.ink,
    ],
    paper: flat(dark.accent),
    carbon: flat(light.accent),
    ink: virtualColor({ name: 'ink', dark: 'paper', light: 'carbon' }),
  },
  primaryColor: 'ink',
  autoContrast: true,
  white: '#ffffff',
  black: '#000000',
  fontFamily: fontStack,
  fontFamilyMonospace: monoStack,
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '36px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: {
    xs: '16px',
    sm: '20px',
    md: '20px',
    lg: '24px',
    xl: '28px',
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { sm: '12px', md: '16px', lg: '24px', xl: '999px' },
  defaultRadius: 'sm',
  // 760 and 1240 pixels, in em so that they follow the reader's font size.
  breakpoints: { sm: '47.5em', lg: '77.5em' },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'none',
    lg: 'none',
    xl: 'var(--cv-shadow)',
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  other: {
    seal: { row: 24, list: 32, signing: 72 },
    row: { light: 44, history: 52, tokens: 60, twoLines: 72 },
    motion: { state: 120, open: 240, ease: 'cubic-bezier(.2, 0, 0, 1)' },
  },
})

/** Every token as `--cv-<name>`, and Mantine's own variables bound to them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: schemeVariables(tokens.dark),
  light: schemeVariables(tokens.light),
})

function schemeVariables(scheme: Record<string, string>) {
  const own = Object.entries(scheme).map(([name, value]) => [
    `--cv-${name}`,
    value,
  ])
  return {
    ...Object.fromEntries(own),
    '--mantine-color-body': 'var(--cv-ground)',
    '--mantine-color-text': 'var(--cv-ink)',
    '--mantine-color-bright': 'var(--cv-ink)',
    '--mantine-color-dimmed': 'var(--cv-ink-3)',
    '--mantine-color-placeholder': 'var(--cv-ink-3)',
    '--mantine-color-anchor': 'var(--cv-ink)',
    '--mantine-color-error': 'var(--cv-danger)',
    '--mantine-color-default': 'transparent',
    '--mantine-color-default-hover': 'var(--cv-raised)',
    '--mantine-color-default-color': 'var(--cv-ink)',
    '--mantine-color-default-border': 'var(--cv-hair)',
    '--mantine-color-disabled': 'var(--cv-raised)',
    '--mantine-color-disabled-color': 'var(--cv-ink-3)',
    '--mantine-color-disabled-border': 'transparent',
    '--input-bd': 'var(--cv-edge)',
  }
}

function flat(colour: string): MantineColorsTuple {
  return [
    colour,
    colour,
    colour,
    colour,
    colour,
    colour,
    colour,
    colour,
    colour,
    colour,
  ]
}
