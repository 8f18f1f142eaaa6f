// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatDays, formatMoment, formatMonth } from './formatTime.js'

test('a moment is a day and a time', () => {
  const at = new Date(2026, 10, 14, 16, 2).getTime()
  expect(formatMoment(at)).toBe('14 Nov, 16:02')
  expect(formatMonth(at)).toBe('November 2026')
})

test('days of one month name the month once', () => {
  expect(formatDays('2026-11-01', '2026-11-30')).toMatch(
    /^1\s–\s30 November 2026$/,
  )
  expect(formatDays('2026-11-14', '2026-11-14')).toBe('14 November 2026')
})

test('times are written in one way: by formatTime, in Moment', () => {
  const source = new URL('..', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({
      file,
      text: readFileSync(new URL(file, source), 'utf8'),
    }))
  const find = (pattern: RegExp) =>
    files.flatMap(({ file, text }) => (pattern.test(text) ? file : []))
  expect(find(/<time\b/)).toEqual(['ui/Moment.tsx'])
  expect(
    find(/DateTimeFormat\('|toLocale(Date|Time)String|(date|time)Style/),
  ).toEqual(['lib/formatTime.ts'])
})
