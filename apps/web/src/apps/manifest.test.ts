import { expect, test } from 'vitest'
import { readManifest } from './manifest.js'

const whole = {
  name: 'Swap',
  description: 'Swaps tokens.',
  iconPath: 'logo.svg',
}
const read = (value: unknown) => readManifest(JSON.stringify(value))

test('reads what an app says about itself', () => {
  expect(
    read({ ...whole, safe_apps_permissions: ['clipboard-write'], other: 1 }),
  ).toEqual({ ...whole, features: ['clipboard-write'] })
})

test('a hostile name is shown as what it is', () => {
  const { name } = read({ ...whole, name: `\u202EevilA${'x'.repeat(500)}` })
  expect(name).not.toContain('\u202E')
  expect([...name].length).toBeLessThanOrEqual(80)
})

test.each<[string, string, RegExp]>([
  ['no JSON', '<html>', /not valid JSON/],
  ['a list', '[]', /no object/],
  ['no name', JSON.stringify({ ...whole, name: undefined }), /has no name/],
  ['an empty name', JSON.stringify({ ...whole, name: '  ' }), /has no name/],
  ['a number as name', JSON.stringify({ ...whole, name: 7 }), /is no text/],
  [
    'no description',
    JSON.stringify({ ...whole, description: null }),
    /has no description/,
  ],
  ['no icon', JSON.stringify({ ...whole, iconPath: '' }), /has no iconPath/],
  ['a book', `{"name":"${'x'.repeat(100_001)}"}`, /at most 100000/],
])('says that it has %s', (_, text, words) => {
  expect(() => readManifest(text)).toThrow(words)
})
