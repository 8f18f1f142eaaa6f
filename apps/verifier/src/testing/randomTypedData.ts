import fc from 'fast-check'

type Field = { name: string; type: string }
type Types = Record<string, readonly Field[]>

/** Typed data as tests make it up; every value fits its type. */
type RandomTypedData = {
  types: Types
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

const structNames = ['Person', 'Order', 'a', 'Z', '_s', 'aA', 'Aa', 'Mail2']
const fieldNames = ['from', 'to', 'length', 'constructor', 'name', 'x', '_']
const sizes = Array.from({ length: 32 }, (_, at) => at + 1)

const bytes = (least: number, most: number) =>
  fc
    .uint8Array({ minLength: least, maxLength: most })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`)
const integer = (least: bigint, most: bigint) =>
  fc.oneof(
    fc.constantFrom(least, most, 0n),
    fc.bigInt({ min: least, max: most }),
  )

/** Each type that is no struct, and what it can hold. viem wants every size written. */
const plain: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  address: bytes(20, 20),
  bool: fc.boolean(),
  string: fc.string({ unit: 'grapheme', maxLength: 40 }),
  bytes: bytes(0, 70),
  ...Object.fromEntries(
    sizes.flatMap((size) => {
      const bits = BigInt(size) * 8n
      const half = 2n ** (bits - 1n)
      return [
        [`bytes${size}`, bytes(size, size)],
        [`uint${bits}`, integer(0n, 2n ** bits - 1n)],
        [`int${bits}`, integer(-half, half - 1n)],
      ]
    }),
  ),
}

const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

const domain = fc.record(
  {
    name: fc.string(),
    // An empty one is left out by some libraries, and not by others.
    version: fc.string({ minLength: 1 }),
    chainId: fc.nat(),
    verifyingContract: bytes(20, 20),
    salt: bytes(32, 32),
  },
  { requiredKeys: [] },
)

/** Structs in structs and in lists, in any order of names. */
export const typedData: fc.Arbitrary<RandomTypedData> = fc
  .tuple(
    fc
      .shuffledSubarray(structNames, { minLength: 1, maxLength: 3 })
      .chain(drawTypes),
    domain,
    fc.boolean(),
  )
  .chain(([types, bound, isStated]) => {
    const [primaryType = ''] = Object.keys(types)
    const present = domainFields.filter(({ name }) => name in bound)
    return fc.record({
      types: isStated
        ? fc
            .shuffledSubarray(present)
            .map((fields): Types => ({ ...types, EIP712Domain: fields }))
        : fc.constant(types),
      primaryType: fc.constant(primaryType),
      domain: fc.constant(bound),
      message: drawStruct(primaryType, types),
    })
  })

/** A struct holds later ones, so that values end, and lists of itself. */
function drawTypes(names: readonly string[]): fc.Arbitrary<Types> {
  const structs = names.map((_, at) =>
    fc
      .shuffledSubarray(fieldNames, { maxLength: 4 })
      .chain((fields) =>
        fc.tuple(...fields.map((name) => drawField(name, names.slice(at)))),
      ),
  )
  return fc
    .tuple(...structs)
    .map((all) =>
      Object.fromEntries(names.map((name, at) => [name, all[at] ?? []])),
    )
}

function drawField(
  name: string,
  [own = '', ...later]: readonly string[],
): fc.Arbitrary<Field> {
  const word = fc.constantFrom(...Object.keys(plain))
  const list = (of: fc.Arbitrary<string>, ends: readonly string[]) =>
    fc.tuple(of, fc.constantFrom(...ends)).map((parts) => parts.join(''))
  return fc
    .oneof(
      list(word, ['', '', '[]', '[2]', '[][]', '[3][]', '[][1]']),
      fc.constant(`${own}[]`),
      ...(later.length > 0
        ? [list(fc.constantFrom(...later), ['', '[]', '[2]'])]
        : []),
    )
    .map((type) => ({ name, type }))
}

function drawStruct(
  name: string,
  types: Types,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(
      (types[name] ?? []).map((field) => [
        field.name,
        field.type === `${name}[]`
          ? fc.constant([])
          : drawValue(field.type, types),
      ]),
    ),
  )
}

function drawValue(type: string, types: Types): fc.Arbitrary<unknown> {
  const list = /^(.+)\[(\d*)\]$/.exec(type)
  if (list) {
    const [, of = '', length] = list
    return fc.array(drawValue(of, types), {
      minLength: Number(length),
      maxLength: length ? Number(length) : 3,
    })
  }
  return plain[type] ?? drawStruct(type, types)
}
