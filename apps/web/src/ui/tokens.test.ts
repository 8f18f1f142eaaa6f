import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tokens } from './tokens.js'

const grounds = ['ground', 'sheet', 'raised'] as const
const texts = ['ink', 'ink-2', 'ink-3'] as const

describe.each(['dark', 'light'] as const)('%s scheme', (scheme) => {
  const colours = tokens[scheme]

  test.each(texts)('%s can be read on every ground', (text) => {
    for (const ground of grounds)
      expect(contrast(colours[text], colours[ground])).toBeGreaterThan(4.5)
  })

  test('an edge can be made out on every ground', () => {
    for (const ground of grounds)
      expect(contrast(colours.edge, colours[ground])).toBeGreaterThan(3)
  })

  test.each([
    ['in', 'ground'],
    ['out', 'ground'],
    ['warn', 'warn-wash'],
    ['danger', 'danger-wash'],
    ['ink', 'warn-wash'],
    ['ink', 'danger-wash'],
    ['on-accent', 'accent'],
    ['on-danger', 'danger-solid'],
  ] as const)('%s can be read on %s', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThan(4.5)
  })
})

test('both schemes name the same tokens', () => {
  expect(Object.keys(tokens.light)).toEqual(Object.keys(tokens.dark))
})

test('files that work before the scripts do have the same ground', () => {
  const css = readFileSync(`${import.meta.dirname}/../app/global.css`, 'utf8')
  const script = readFileSync(`${import.meta.dirname}/../head/theme.ts`, 'utf8')
  for (const { ground } of Object.values(tokens)) {
    expect(css).toContain(`var(--cv-ground, ${ground})`)
    expect(script).toContain(`'${ground}'`)
  }
})

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort(
    (a, b) => a - b,
  )
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045
      ? channel / 12.92
      : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
