import fc from 'fast-check'
import {
  hashCarried,
  type Parcel,
  toEnvelope,
} from '../envelope/writeEnvelope.js'
import {
  type Arrival,
  type Entry,
  type FormName,
  formNames,
  forms,
  type Tree,
} from './writeForms.js'

/** How a parcel is written, and what then happens to it on its way. */
export type Mutation = {
  form: FormName
  /** Otherwise none is stated or, where one has to be, that of the other. */
  keepHash: boolean
  /** Which signature, of forms that have one; which frame is damaged. */
  pick: number
  /** Of ten frames that a camera sees. */
  lost: number
  damage: Damage
}

type Damage =
  | { kind: 'none' }
  /** Of the text; `isInside`: before it is packed into a link or a code. */
  | { kind: 'letter'; position: number; letter: string; isInside: boolean }
  | { kind: 'remove'; position: number; size: number; isInside: boolean }
  | { kind: 'repeat'; position: number; size: number; isInside: boolean }
  /** Of the frames: those of the other are on a screen beside it. */
  | { kind: 'interleave' }
  /** Of the object, before it becomes text. */
  | { kind: 'set'; path: number; junk: number }
  | { kind: 'drop'; path: number }
  | { kind: 'graft' }
  | { kind: 'swapSigners' }
  | { kind: 'digit'; path: number; position: number; digit: string }
  | { kind: 'mirror'; index: number; isAdded: boolean }
  | { kind: 'recoveryValue'; index: number; v: number }
  | { kind: 'asContract'; index: number }
  | { kind: 'proto' }

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
const isInside = fc.boolean()
const kind = <name extends Damage['kind']>(name: name) => fc.constant(name)

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: kind('none') }),
  fc.record({
    kind: kind('letter'),
    position: at,
    letter: fc.constantFrom(...'{}[]",:\\0123456789abcdefxA_-é\u0000'),
    isInside,
  }),
  fc.record({
    kind: kind('remove'),
    position: at,
    size: fc.integer({ min: 1, max: 200 }),
    isInside,
  }),
  fc.record({
    kind: kind('repeat'),
    position: at,
    size: fc.integer({ min: 1, max: 200 }),
    isInside,
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
  fc.record({ kind: kind('mirror'), index, isAdded: fc.boolean() }),
  fc.record({
    kind: kind('recoveryValue'),
    index,
    v: fc.constantFrom(0, 1, 2, 26, 27, 28, 29, 30, 31, 32, 33, 255),
  }),
  fc.record({ kind: kind('asContract'), index }),
  fc.record({ kind: kind('interleave') }),
  fc.record({ kind: kind('proto') }),
)

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  form: fc.constantFrom(...formNames),
  keepHash: fc.boolean(),
  pick: index,
  lost: fc.nat({ max: 3 }),
  damage,
})

/** As it arrives; `other` is a parcel to take hashes and signatures from. */
export async function mutateEnvelope(
  parcel: Parcel,
  other: Parcel,
  { form, keepHash, pick, lost, damage }: Mutation,
): Promise<Arrival> {
  const { kind, domain } = parcel.signable
  const object = structuredClone(toEnvelope(parcel)) as Tree
  const hashName = kind === 'message' ? 'messageHash' : 'safeTxHash'
  if (!keepHash) delete object[hashName]
  const stranger = toEnvelope(other) as Tree
  damageObject(object, stranger, damage)
  const signatures = listSignatures(object)
  const written = {
    domain,
    isMessage: kind === 'message',
    object,
    hash: keepHash ? object[hashName] : hashCarried(other.signable),
    signatures,
    one: signatures[pick % signatures.length],
    spell: (value: unknown) => damageText(JSON.stringify(value), damage, true),
  }
  const arrival = await forms[form](written)
  if (arrival.kind === 'object') return arrival
  if (arrival.kind === 'text')
    return { ...arrival, text: damageText(arrival.text, damage, false) }
  const beside =
    damage.kind === 'interleave'
      ? await forms.frames({ ...written, object: stranger })
      : undefined
  const texts = arrival.texts
    .filter((_, at) => at % 10 >= lost)
    .map((text, at) => (at === pick ? damageText(text, damage, false) : text))
  if (beside?.kind !== 'frames') return { ...arrival, texts }
  return {
    ...arrival,
    texts: texts.flatMap((text, at) => [text, beside.texts[at] ?? text]),
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
      if (entry && damage.isAdded)
        object.signatures = [...entries, { ...entry, data: mirror(entry.data) }]
      else if (entry) entry.data = mirror(entry.data)
      return
    case 'recoveryValue':
      if (entry)
        entry.data = `${entry.data.slice(0, -2)}${damage.v.toString(16).padStart(2, '0')}`
      return
    case 'asContract':
      if (entry) entry.isContractSignature = !entry.isContractSignature
      return
    case 'proto':
      for (const holder of [object, object.data, object.message])
        if (typeof holder === 'object' && holder !== null)
          Object.defineProperty(holder, '__proto__', {
            value: { polluted: true },
            enumerable: true,
          })
      return
  }
}

function damageText(text: string, damage: Damage, isInside: boolean): string {
  if (!('isInside' in damage) || damage.isInside !== isInside) return text
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
