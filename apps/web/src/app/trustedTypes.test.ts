import { expect, test, vi } from 'vitest'

test('the default policy lets style text and the worker pass, and refuses all else', async () => {
  const createPolicy = vi.fn()
  window.trustedTypes = { createPolicy }
  await import('./trustedTypes.js')
  expect(createPolicy).toHaveBeenCalledOnce()
  const [name, rules] = createPolicy.mock.calls[0] ?? []
  expect(name).toBe('default')
  expect(Object.keys(rules)).toEqual(['createHTML', 'createScriptURL'])
  expect(rules.createScriptURL('/sw.js')).toBe('/sw.js')
  expect(() => rules.createScriptURL('/other.js')).toThrow('by their address')
  expect(rules.createHTML(':root{--a:1}')).toBe(':root{--a:1}')
  expect(() => rules.createHTML('<img src=x onerror=alert(1)>')).toThrow(
    'This page doesn’t allow markup as a string.',
  )
})
