import fc from 'fast-check'
import { isRecord } from '../src/codecs.js'

type Step = { pick: number; value: unknown; kind: (typeof kinds)[number] }

const kinds = ['replace', 'remove', 'repeat', 'add', 'wrap', 'own'] as const

/** Values that break what trusts them. */
const poison = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  '0x',
  '0xzz',
  '-1',
  '1e3',
  '9'.repeat(400),
  'NaN',
  '__proto__',
  'toString',
  '\u0000',
  '\ud800',
  '💥',
  [],
  {},
  [null],
  [[[[]]]],
  { type: 'TRANSACTION' },
  { type: null },
  { type: '__proto__' },
  { value: 'x' },
  { length: -1 },
]

/** A few places of a JSON value, and what happens to each. */
export const arbitraryMutation: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    pick: fc.nat(),
    kind: fc.constantFrom(...kinds),
    value: fc.oneof(fc.constantFrom(...poison), fc.jsonValue({ maxDepth: 1 })),
  }),
  { minLength: 1, maxLength: 4 },
)

export function mutate(json: unknown, steps: Step[]): unknown {
  const holder: Record<string, unknown> = { root: structuredClone(json) }
  for (const step of steps) mutateOnce(holder, step)
  return holder.root
}

const asData = { enumerable: true, configurable: true, writable: true }

type Place = { parent: Record<string, unknown> | unknown[]; key: string }

function mutateOnce(holder: Record<string, unknown>, step: Step): void {
  const places = placesOf(holder)
  const place = places[step.pick % places.length]
  if (!place) return
  const { key } = place
  const parent = place.parent as Record<string, unknown>
  const value = structuredClone(step.value)
  if (step.kind === 'replace') parent[key] = value
  if (step.kind === 'remove') delete parent[key]
  if (step.kind === 'repeat') parent[key] = [parent[key], parent[key]]
  if (step.kind === 'add') parent[`${key}x`] = value
  if (step.kind === 'wrap') parent[key] = { [key]: parent[key] }
  // A key that JSON can hold and an assignment cannot make.
  if (step.kind === 'own')
    Object.defineProperty(parent, '__proto__', { value, ...asData })
}

function placesOf(parent: Place['parent']): Place[] {
  return Object.entries(parent).flatMap(([key, value]) => [
    { parent, key },
    ...(isRecord(value) || Array.isArray(value) ? placesOf(value) : []),
  ])
}
