import { expect, test } from 'vitest'
import { checkPageFiles } from './checkPageFiles.mjs'

const files = (count) =>
  Array.from({ length: count }, (_, at) => `assets/part${at}.js`)

test('a page may fetch twelve files ahead, and no thirteenth', () => {
  const first = files(8)
  expect(() =>
    checkPageFiles({ '/home': { first, ahead: files(12) } }),
  ).not.toThrow()
  expect(() =>
    checkPageFiles({
      '/home': { first, ahead: files(12) },
      '/balances': { first, ahead: files(13) },
    }),
  ).toThrow(
    /^\/balances fetches 13 files ahead, at most 12: assets\/part0\.js, .*part12\.js\.\nGive what they share/,
  )
})

test('a page may load eight files before its first content, and no ninth', () => {
  expect(() =>
    checkPageFiles({ '/home': { first: files(9), ahead: [] } }),
  ).toThrow('/home loads 9 files before its first content, at most 8: ')
})
