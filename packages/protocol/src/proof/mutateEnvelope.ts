import fc from 'fast-check'
import { toBase64Url } from '../envelope/base64.js'
import { packText } from '../envelope/payload.js'
import { type Parcel, toEnvelope } from '../envelope/writeEnvelope.js'
import {
  writeEternalSafeLink,
  writeLocalsafeLink,
} from '../envelope/writeLink.js'

/** How a parcel is written, and what then happens to it on its way. */
export type Mutation = {
  form: (typeof formNames)[number]
  keepHash: boolean
  damage: Damage
}

type Damage =
  | { kind: 'none' }
  /** Of the text, whatever it is. */
  | { kind: 'letter'; position: number; letter: string }
  | { kind: 'remove'; position: number; size: number }
  | { kind: 'repeat'; position: number; size: number }
  /** Of the object, before it becomes text. */
  | { kind: 'set'; path: number; junk: number }
  | { kind: 'drop'; path: number }
  | { kind: 'graft' }
  | { kind: 'swapSigners' }
  | { kind: 'digit'; path: number; position: number; digit: string }
  | { kind: 'mirror'; index: number }
  | { kind: 'recoveryValue'; index: number; v: number }
  | { kind: 'asContract'; index: number }
  | { kind: 'proto' }

const formNames = [
  'envelope',
  'list',
  'link',
  'localsafe',
  'localsafeLink',
  'eternalSafe',
  'eternalSafeLink',
  'service',
] as const

/** What strangers write into fields. */
const junk: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1,
  1.5,
  2 ** 53,
  1e300,
  '',
  '0',
  '00',
  '0x',
  '0x0',
  '0xzz',
  `0x${'00'.repeat(20)}`,
  `0x${'ff'.repeat(20)}`,
  `0x${'00'.repeat(32)}`,
  `0x${'00'.repeat(65)}`,
  `0x${'ff'.repeat(65)}`,
  `${2n ** 256n}`,
  [],
  [[]],
  {},
  { __proto__: null, signer: 1 },
  { dataType: 'Map', value: [['0x', null]] },
]

const at = fc.nat({ max: 4_000 })
const index = fc.nat({ max: 5 })
const kind = <name extends Damage['kind']>(name: name) => fc.constant(name)

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: kind('none') }),
  fc.record({
    kind: kind('letter'),
    position: at,
    letter: fc.constantFrom(...'{}[]",:\\0123456789abcdefxA_-é\u0000'),
  }),
  fc.record({
    kind: kind('remove'),
    position: at,
    size: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({
    kind: kind('repeat'),
    position: at,
    size: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({
    kind: kind('set'),
    path: at,
    junk: fc.nat({ max: junk.length - 1 }),
  }),
  fc.record({ kind: kind('drop'), path: at }),
  fc.record({ kind: kind('graft') }),
  fc.record({ kind: kind('swapSigners') }),
  fc.record({
    kind: kind('digit'),
    path: at,
    position: at,
    digit: fc.constantFrom(...'0123456789abcdef'),
  }),
  fc.record({ kind: kind('mirror'), index }),
  fc.record({
    kind: kind('recoveryValue'),
    index,
    v: fc.constantFrom(0, 1, 2, 26, 27, 28, 29, 30, 31, 32, 33, 255),
  }),
  fc.record({ kind: kind('asContract'), index }),
  fc.record({ kind: kind('proto') }),
)

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  form: fc.constantFrom(...formNames),
  keepHash: fc.boolean(),
  damage,
})

/** The text as it arrives; `other` is a parcel to take signatures from. */
export async function mutateEnvelope(
  parcel: Parcel,
  other: Parcel,
  { form, keepHash, damage }: Mutation,
): Promise<string> {
  const object = structuredClone(toEnvelope(parcel)) as Tree
  if (!keepHash) delete object.safeTxHash
  damageObject(object, toEnvelope(other) as Tree, damage)
  return damageText(await write(object, parcel, form), damage)
}

type Tree = Record<string, unknown>
type Entry = { signer: string; data: string; isContractSignature: boolean }

async function write(
  object: Tree,
  parcel: Parcel,
  form: Mutation['form'],
): Promise<string> {
  const { data, signatures } = object
  const text = JSON.stringify(object)
  switch (form) {
    case 'envelope':
      return text
    case 'list':
      return JSON.stringify({ transactions: [object] })
    case 'link':
      return `https://a.example/transactions/tx#tx=v1.${toBase64Url(await packText(text))}`
    case 'localsafe':
      return JSON.stringify({ tx: { data, signatures } })
    case 'localsafeLink':
      return writeLocalsafeLink(parcel, { origin: 'https://b.example' })
    case 'eternalSafe':
      return JSON.stringify({
        signatures: {
          dataType: 'Map',
          value: listSignatures(object).map((entry) => [entry.signer, entry]),
        },
        data,
      })
    case 'eternalSafeLink':
      return writeEternalSafeLink(parcel, {
        origin: 'https://c.example',
        shortName: 'local1',
      })
    case 'service':
      return JSON.stringify({
        ...(typeof data === 'object' ? data : {}),
        safe: object.safe,
        safeTxHash: object.safeTxHash ?? toEnvelope(parcel).format,
        confirmations: listSignatures(object).map(({ signer, data }) => ({
          owner: signer,
          signature: data,
        })),
      })
  }
}

function damageObject(object: Tree, other: Tree, damage: Damage): void {
  const entries = listSignatures(object)
  const entry =
    'index' in damage ? entries[damage.index % entries.length] : undefined
  switch (damage.kind) {
    case 'set':
      setAt(object, damage.path, () => junk[damage.junk])
      return
    case 'drop':
      setAt(object, damage.path, () => undefined)
      return
    case 'digit':
      setAt(object, damage.path, (value) =>
        replaceDigit(value, damage.position, damage.digit),
      )
      return
    case 'graft':
      object.signatures = [...entries, ...listSignatures(other)]
      return
    case 'swapSigners':
      object.signatures = entries.map((one, index) => ({
        ...one,
        signer: entries.at(index - 1)?.signer,
      }))
      return
    case 'mirror':
      if (entry) entries.push({ ...entry, data: mirror(entry.data) })
      return
    case 'recoveryValue':
      if (entry)
        entry.data = `${entry.data.slice(0, -2)}${damage.v.toString(16).padStart(2, '0')}`
      return
    case 'asContract':
      if (entry) entry.isContractSignature = !entry.isContractSignature
      return
    case 'proto':
      Object.defineProperty(object, '__proto__', {
        value: { polluted: true },
        enumerable: true,
      })
      return
  }
}

function damageText(text: string, damage: Damage): string {
  if (!('position' in damage) || damage.kind === 'digit') return text
  const position = damage.position % text.length
  const before = text.slice(0, position)
  if (damage.kind === 'letter')
    return `${before}${damage.letter}${text.slice(position + 1)}`
  const end = position + damage.size
  if (damage.kind === 'remove') return `${before}${text.slice(end)}`
  return `${text.slice(0, end)}${text.slice(position)}`
}

function listSignatures(object: Tree): Entry[] {
  return Array.isArray(object.signatures)
    ? object.signatures.filter((entry) => typeof entry?.data === 'string')
    : []
}

/** One of all values in the tree, counted in order. */
function setAt(
  tree: Tree,
  path: number,
  change: (value: unknown) => unknown,
): void {
  const places = listPlaces(tree)
  const place = places[path % places.length]
  if (place) place.holder[place.name] = change(place.holder[place.name])
}

function listPlaces(value: unknown): { holder: Tree; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Tree
  return Object.keys(holder).flatMap((name) => [
    { holder, name },
    ...listPlaces(holder[name]),
  ])
}

function replaceDigit(value: unknown, position: number, digit: string) {
  if (typeof value !== 'string' || value.length < 3) return digit
  const place = 2 + (position % (value.length - 2))
  return `${value.slice(0, place)}${digit}${value.slice(place + 1)}`
}

const curveOrder =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other valid signature of the same key and hash: n - s, v flipped. */
function mirror(data: string): string {
  if (!/^0x[0-9a-f]{130}$/.test(data)) return data
  const s = curveOrder - BigInt(`0x${data.slice(66, 130)}`)
  const v = Number(`0x${data.slice(130)}`)
  if (s < 0n || v < 27) return data
  const flipped = (v % 2 === 0 ? v - 1 : v + 1).toString(16)
  return `${data.slice(0, 66)}${s.toString(16).padStart(64, '0')}${flipped}`
}
