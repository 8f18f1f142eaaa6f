/**
 * The one place where a colour is written down. Everything else, the
 * stylesheets, the Mantine theme and the wallet modal, refers to these names.
 * Contrast ratios are in the design document; tokens.test.ts checks them.
 */
export const tokens = {
  dark: {
    ground: '#0a0a0a',
    sheet: '#131313',
    raised: '#1d1d1d',
    ink: '#f5f5f5',
    'ink-2': '#b8b8b8',
    'ink-3': '#929292',
    edge: '#757575',
    rule: '#474747',
    hair: '#262626',
    accent: '#ffffff',
    'on-accent': '#000000',
    in: '#74d9a7',
    ok: '#74d9a7',
    out: '#a3bcf2',
    warn: '#f2bd52',
    'warn-wash': '#1f190c',
    danger: '#ff8078',
    'danger-wash': '#241110',
    'danger-solid': '#ff6f66',
    'on-danger': '#000000',
    shadow: '0 0 0 1px #2e2e2e, 0 24px 64px rgba(0, 0, 0, .6)',
  },
  light: {
    ground: '#fafaf9',
    sheet: '#ffffff',
    raised: '#efefed',
    ink: '#0f0f0f',
    'ink-2': '#474747',
    'ink-3': '#676767',
    edge: '#7b7b7b',
    rule: '#b5b5b1',
    hair: '#e2e2df',
    accent: '#0f0f0f',
    'on-accent': '#ffffff',
    in: '#0b6b41',
    ok: '#0b6b41',
    out: '#274fa8',
    warn: '#7d5200',
    'warn-wash': '#fbf3e0',
    danger: '#b3211a',
    'danger-wash': '#fdeeec',
    'danger-solid': '#b3211a',
    'on-danger': '#ffffff',
    shadow: '0 0 0 1px #dededb, 0 24px 64px rgba(0, 0, 0, .14)',
  },
} as const

export const fontStack =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif'

export const monoStack =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'
