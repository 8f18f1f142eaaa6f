// @vitest-environment node
import { singletons } from '@covault/protocol'
import { expect, test } from 'vitest'
import { findVersionState } from './versionState.js'

test('every published singleton has its place, all others none', () => {
  const states = singletons.map(
    ({ address: singleton, version, l2, kind }) =>
      `${version} ${kind}${l2 ? ' L2' : ''}: ${findVersionState({ known: true, singleton }, { chainId: 31337 }).status}`,
  )
  expect(states).toMatchInlineSnapshot(`
    [
      "1.0.0 canonical: tooOld",
      "1.1.1 canonical: tooOld",
      "1.2.0 canonical: tooOld",
      "1.3.0 canonical: outdated",
      "1.3.0 eip155: outdated",
      "1.3.0 canonical L2: outdated",
      "1.3.0 eip155 L2: outdated",
      "1.4.1 canonical: unlogged",
      "1.4.1 canonical L2: current",
      "1.5.0 canonical: current",
      "1.5.0 canonical L2: current",
    ]
  `)
  const [first] = singletons
  if (!first) throw new Error('There are no singletons.')
  expect(
    findVersionState(
      { known: false, singleton: first.address },
      { chainId: 31337 },
    ),
  ).toEqual({ status: 'unknown' })
})

test('code without a log is a flaw only where new safes have one', () => {
  const singleton = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
  const state = (chainId: number) =>
    findVersionState({ known: true, singleton }, { chainId }).status
  expect([1, 10, 31337].map(state)).toEqual(['current', 'unlogged', 'unlogged'])
})
