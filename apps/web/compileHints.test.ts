import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { compileHints } from './compileHints'

const hint = '//# allFunctionsCalledOnLoad\n'
const code = 'const a=()=>1'

function build(
  chunks: readonly { name: string; isEntry?: boolean }[],
): Record<string, string> {
  const bundle = Object.fromEntries(
    chunks.map(({ name, isEntry = false }) => [
      name,
      { type: 'chunk', name, isEntry, code } as Rolldown.OutputChunk,
    ]),
  )
  const { generateBundle } = compileHints()
  if (typeof generateBundle !== 'object') throw new TypeError('No handler.')
  const handle = generateBundle.handler as unknown as (
    options: object,
    bundle: object,
  ) => void
  handle({}, bundle)
  return Object.fromEntries(
    Object.values(bundle).map((file) => [file.name, file.code]),
  )
}

test('what runs before the first content says so before anything else', () => {
  const first = [
    { name: 'index', isEntry: true },
    { name: 'parts' },
    { name: 'ledger' },
    { name: 'AccountsScreen' },
  ]
  for (const built of Object.values(build(first)))
    expect(built).toBe(`${hint}${code}`)
})

test('what comes later is left to the browser', () => {
  const later = [{ name: 'flows' }, { name: 'common' }, { name: 'index.es' }]
  for (const built of Object.values(build(later))) expect(built).toBe(code)
})

test('and the hint is a part of what a file is named after', () => {
  const { augmentChunkHash } = compileHints()
  const hash = augmentChunkHash as unknown as (
    chunk: object,
  ) => string | undefined
  expect(hash({ name: 'parts', isEntry: false })).toBe(hint)
  expect(hash({ name: 'flows', isEntry: false })).toBeUndefined()
})
