import { expect, test } from 'vitest'
import { generalPages, safePages } from '../app/pages.js'
import { renderFrame } from './Frame'

test('the frame lists the pages of both navigations, and nobody can get into it', () => {
  const page = new DOMParser().parseFromString(renderFrame(), 'text/html')
  const read = (scope: string) =>
    [...page.querySelectorAll(`[data-of="${scope}"] .frame-page`)].map(
      ({ textContent }) => textContent,
    )
  expect(read('safe')).toEqual(safePages.map(({ title }) => title))
  expect(read('none')).toEqual(generalPages.map(({ title }) => title))
  const frame = page.body.firstElementChild
  expect(frame?.getAttribute('aria-hidden')).toBe('true')
  expect(frame?.querySelector('a, button, input, [tabindex]')).toBeNull()
  expect(frame?.querySelector('[style]')).toBeNull()
})
