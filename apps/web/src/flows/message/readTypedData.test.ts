import { hashMessageContent } from '@covault/protocol'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { listFields } from '../../understand/decode/typedFields.js'
import { readTypedData } from './readTypedData.js'

const recipient = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'

/** The wire specification's own vector, with one of each kind added below. */
const mail = {
  domain: { name: 'Wire Spec Demo', version: '1', chainId: 11155111 },
  types: {
    Mail: [
      { name: 'contents', type: 'string' },
      { name: 'to', type: 'address' },
    ],
  },
  primaryType: 'Mail',
  message: { contents: 'hi', to: recipient },
}

/** Typed data of one field. */
const oneField = (type: string, value: unknown) => ({
  domain: {},
  types: {
    One: [{ name: 'a', type }],
    Inner: [{ name: 'b', type: 'bool' }],
  },
  primaryType: 'One',
  message: { a: value },
})

const read = (value: unknown) => readTypedData(JSON.stringify(value))

test('reads what it was given, and nothing else', () => {
  const { content } = read(mail)
  expect(content).toEqual(mail)
  expect(content && hashMessageContent(content)).toBe(
    '0x65427a3b3bbbffcafd2d76a6b3f3ba9f89dc499d2aae8aafc7f0373dac900923',
  )
})

const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

test('a domain type that is spelled out changes nothing', () => {
  const types = { EIP712Domain: domainFields, ...mail.types }
  const { content } = read({ ...mail, types })
  expect(content && hashMessageContent(content)).toBe(
    '0x65427a3b3bbbffcafd2d76a6b3f3ba9f89dc499d2aae8aafc7f0373dac900923',
  )
})

test.each([
  ['uint8', 255],
  [
    'uint256',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  ],
  ['uint64', '0xffffffffffffffff'],
  ['int8', -128],
  ['int256', '-5'],
  ['bool', false],
  ['bytes', '0x'],
  ['bytes4', '0x01020304'],
  ['address', recipient.toLowerCase()],
  ['string', ''],
  ['uint8[2][]', [[1, 2]]],
  ['Inner[]', [{ b: true }, { b: false }]],
])('accepts a %s as viem hashes it', (type, value) => {
  const { content, mistake } = read(oneField(type, value))
  expect(mistake).toBeUndefined()
  expect(content && hashMessageContent(content)).toBe(
    hashTypedData(oneField(type, value) as never),
  )
})

const without = (key: keyof typeof mail) => {
  const { [key]: _, ...rest } = mail
  return rest
}

test.each<[string, unknown, RegExp]>([
  ['no object', [mail], /must be an object with types, primaryType, domain/],
  ['a part too many', { ...mail, kind: 1 }, /“kind” isn’t part of EIP-712/],
  ['no types', without('types'), /^types is missing/],
  ['types as a list', { ...mail, types: [] }, /^types must be an object/],
  [
    'a type that is no list',
    { ...mail, types: { Mail: 'x' } },
    /^types.Mail must be a list of fields/,
  ],
  [
    'a field without a type',
    { ...mail, types: { Mail: [{ name: 'a' }] } },
    /^types.Mail, field 1 must have exactly a name and a type/,
  ],
  [
    'a field with more than name and type',
    { ...mail, types: { Mail: [{ name: 'a', type: 'bool', extra: 1 }] } },
    /^types.Mail, field 1 must have exactly a name and a type/,
  ],
  [
    'a name that is none',
    { ...mail, types: { Mail: [{ name: 'a b', type: 'bool' }] } },
    /invalid field name “a b”/,
  ],
  [
    'a field called as objects have them',
    { ...mail, types: { Mail: [{ name: 'constructor', type: 'bool' }] } },
    /invalid field name “constructor”/,
  ],
  ['a field twice', oneField2(), /^types.One declares a twice/],
  [
    'a type with the name of another thing',
    { ...mail, types: { ...mail.types, bytesBox: [] } },
    /^types.bytesBox: this type name isn’t allowed/,
  ],
  [
    'a type nobody declares',
    oneField('Person', {}),
    /^types.One.a is of the type “Person”, which is neither/,
  ],
  ['a width Solidity has not', oneField('uint7', 1), /“uint7”/],
  ['no primary type', without('primaryType'), /^primaryType is missing/],
  [
    'a primary type nobody declares',
    { ...mail, primaryType: 'Letter' },
    /primaryType is “Letter”, which types doesn’t declare/,
  ],
  [
    'the domain as primary type',
    {
      ...mail,
      types: { ...mail.types, EIP712Domain: domainFields },
      primaryType: 'EIP712Domain',
    },
    /primaryType is the domain itself/,
  ],
  ['no domain', without('domain'), /^domain is missing/],
  [
    'a domain with something else in it',
    { ...mail, domain: { ...mail.domain, note: 'x' } },
    /^domain.note is unknown: a domain has name, version, chainId/,
  ],
  [
    'a domain type that declares something else',
    {
      ...mail,
      types: {
        ...mail.types,
        EIP712Domain: [{ name: 'chainId', type: 'string' }],
      },
    },
    /^types.EIP712Domain declares chainId as string/,
  ],
  [
    'a domain field that its type leaves out',
    {
      ...mail,
      types: { ...mail.types, EIP712Domain: domainFields.slice(0, 2) },
    },
    /^domain.chainId would not be signed/,
  ],
  [
    'a chain id that is none',
    { ...mail, domain: { chainId: 'one' } },
    /^domain.chainId is “one”, but its type uint256 needs a whole number/,
  ],
  ['no message', without('message'), /^message is missing/],
  [
    'a field that is missing',
    { ...mail, message: { contents: 'hi' } },
    /^message.to is missing, but its type address needs an address/,
  ],
  [
    'a field that would not be signed',
    { ...mail, message: { ...mail.message, bcc: recipient } },
    /^message.bcc would not be signed because the type Mail doesn’t declare it/,
  ],
  ['a text without quotes', oneField('string', 1), /needs text in quotes/],
  ['a word for a truth', oneField('bool', 'true'), /needs true or false/],
  [
    'a short address',
    oneField('address', '0x12'),
    /message.a is “0x12”, but its type address needs an address, 0x and 40/,
  ],
  [
    'an address with a wrong checksum',
    oneField('address', recipient.replace('abAD', 'ABad')),
    /with a valid checksum, or in lower case/,
  ],
  [
    'a number that JSON has rounded',
    JSON.parse(
      '{"domain":{},"types":{"One":[{"name":"a","type":"uint256"}]},"primaryType":"One","message":{"a":12345678901234567890}}',
    ),
    /in quotes where it has more than 15 digits/,
  ],
  ['a fraction', oneField('uint256', 1.5), /needs a whole number/],
  ['a word for a number', oneField('uint256', '1e18'), /needs a whole number/],
  ['a number that is too large', oneField('uint8', 256), /at most 8 bits/],
  ['a negative one', oneField('uint8', -1), /at most 8 bits, 0 or more/],
  [
    'one too small for its sign',
    oneField('int8', -129),
    /a signed number of at most 8 bits/,
  ],
  [
    'bytes of another length',
    oneField('bytes4', '0x0102'),
    /needs 0x and 8 hexadecimal digits/,
  ],
  ['half a byte', oneField('bytes', '0x1'), /even number of hexadecimal/],
  ['no list', oneField('uint8[]', 1), /needs a list/],
  [
    'a list of another length',
    oneField('uint8[2]', [1]),
    /message.a has 1 element, but its type uint8\[2\] needs 2/,
  ],
  [
    'a wrong element',
    oneField('uint8[]', [1, 'x']),
    /^message.a\[1\] is “x”, but its type uint8/,
  ],
  ['no structure', oneField('Inner', 'x'), /type Inner needs an object/],
  [
    'a wrong value further down',
    oneField('Inner', { b: 1 }),
    /^message.a.b is 1, but its type bool needs true or false/,
  ],
])('refuses %s', (_, value, mistake) => {
  const read_ = readTypedData(JSON.stringify(value))
  expect(read_.content).toBeUndefined()
  expect(read_.mistake).toMatch(mistake)
})

function oneField2() {
  const field = { name: 'a', type: 'bool' }
  return { ...oneField('bool', true), types: { One: [field, field] } }
}

test('says that it is no JSON', () => {
  expect(readTypedData('{"types":').mistake).toMatch(/^This isn’t JSON: ./)
})

test('a prototype in the JSON stays a name and is refused', () => {
  const text = JSON.stringify(mail).replace('"contents"', '"__proto__"')
  expect(readTypedData(text).mistake).toMatch(/invalid field name/)
  const nested = JSON.stringify(mail).replace(
    '"contents":"hi"',
    '"contents":"hi","__proto__":{"to":"x"}',
  )
  expect(readTypedData(nested).mistake).toMatch(/would not be signed/)
})

test('what nests without end is refused, not followed', () => {
  const types = { One: [{ name: 'a', type: 'One[]' }] }
  const deep = `${'{"a":['.repeat(3000)}${']}'.repeat(3000)}`
  const text = `{"types":${JSON.stringify(types)},"primaryType":"One","domain":{},"message":${deep}}`
  expect(readTypedData(text).mistake).toMatch(/more than 32 levels deep/)
})

test('takes a bulk order, which is a tree of up to 24 levels', () => {
  const nest = (levels: number): unknown =>
    levels === 0 ? true : [nest(levels - 1)]
  const order = oneField(`bool${'[1]'.repeat(24)}`, nest(24))
  const { content } = read(order)
  expect(content && hashMessageContent(content)).toBe(
    hashTypedData(order as never),
  )
  // The leaf is read, not the text of a part of the tree.
  let fields = content ? listFields(content, 'One', content.message) : []
  while (fields[0]?.inner) fields = [...fields[0].inner]
  expect(fields).toMatchObject([{ type: 'bool', value: 'true' }])
})
