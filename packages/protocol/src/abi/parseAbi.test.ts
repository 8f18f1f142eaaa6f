import fc from 'fast-check'
import { encodeFunctionData, parseAbi as viemParseAbi } from 'viem'
import { expect, test } from 'vitest'
import { BaseError } from '../errors.js'
import { UnsupportedAbiTypeError } from './abiType.js'
import { encodeCalldata } from './method.js'
import { InvalidAbiError, parseAbi } from './parseAbi.js'
import {
  InvalidArgumentNameError,
  InvalidSignatureTextError,
  parseSignature,
} from './parseSignature.js'

const json = `[
  {"type":"constructor","inputs":[]},
  {"type":"event","name":"Done","inputs":[]},
  {"type":"function","name":"swap","stateMutability":"payable","outputs":[],
   "inputs":[
     {"name":"orders","type":"tuple[][2]","components":[
       {"name":"maker","type":"address"},
       {"name":"amounts","type":"uint128[]"},
       {"name":"","type":"tuple","components":[{"name":"note","type":"string"}]}]},
     {"name":"deadline","type":"uint40"}]},
  {"name":"peek","inputs":[],"constant":true}
]`

test('reads the functions of a JSON ABI with nested tuples', () => {
  const methods = parseAbi(json)
  expect(
    methods.map(({ signature, selector, stateMutability }) => ({
      signature,
      selector,
      stateMutability,
    })),
  ).toMatchInlineSnapshot(`
    [
      {
        "selector": "0xd91c110b",
        "signature": "swap((address,uint128[],(string))[][2],uint40)",
        "stateMutability": "payable",
      },
      {
        "selector": "0x59e02dd7",
        "signature": "peek()",
        "stateMutability": "view",
      },
    ]
  `)
})

test('reads an artefact and a single function alike', () => {
  const [swap] = parseAbi(json)
  expect(parseAbi(`{"contractName":"X","abi":${json}}`)).toEqual(parseAbi(json))
  expect(parseAbi(JSON.stringify(JSON.parse(json)[2]))).toEqual([swap])
})

test('reads human-readable lines with structs', () => {
  const lines = `struct Order { address maker; uint amount; }
    function fill(Order[] orders, bytes data) payable returns (bool);
    function total() view returns (uint)`
  expect(parseAbi(lines).map(({ signature }) => signature)).toEqual([
    'fill((address,uint256)[],bytes)',
    'total()',
  ])
})

test('encodes what viem encodes from the same ABI', () => {
  const line = 'function fill((address,uint256)[] orders, bytes data)'
  const [method] = parseAbi(line)
  const maker = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
  if (method === undefined) throw new Error('no method')
  expect(encodeCalldata(method, [[[maker, 5n]], '0xabcd'])).toBe(
    encodeFunctionData({
      abi: viemParseAbi([line]),
      args: [[[maker, 5n]], '0xabcd'],
    }),
  )
})

test.each([
  ['', InvalidAbiError],
  ['[', InvalidAbiError],
  ['[null]', InvalidAbiError],
  ['[{"type":"function"}]', InvalidAbiError],
  ['[{"type":"function","name":"a"}]', InvalidAbiError],
  ['[{"type":"function","name":"a b","inputs":[]}]', InvalidSignatureTextError],
  ['function ', InvalidAbiError],
  ['hello', InvalidAbiError],
  [
    '[{"name":"a","inputs":[{"type":"tuple","components":[]}]}]',
    UnsupportedAbiTypeError,
  ],
  ['[{"name":"a","inputs":[{"type":"Token"}]}]', UnsupportedAbiTypeError],
])('refuses %s', (text, error) => {
  expect(() => parseAbi(text)).toThrow(error)
})

test('refuses tuples nested without end', () => {
  const depth = 5000
  const open = '{"type":"tuple","components":['.repeat(depth)
  const text = `[{"name":"a","inputs":[${open}${']}'.repeat(depth)}]}]`
  expect(() => parseAbi(text)).toThrow(InvalidAbiError)
  const brackets = `a(${'('.repeat(depth)}uint256${')'.repeat(depth)})`
  expect(() => parseSignature(brackets)).toThrow(InvalidSignatureTextError)
})

test('says nothing but its own errors to any text', () => {
  const mutilated = fc
    .tuple(fc.nat({ max: json.length }), fc.nat({ max: 9 }), fc.string())
    .map(([at, cut, text]) => json.slice(0, at) + text + json.slice(at + cut))
  const text = fc.oneof(fc.string(), fc.json(), mutilated)
  fc.assert(
    fc.property(text, (value) => {
      for (const parse of [parseAbi, parseSignature])
        try {
          parse(value)
        } catch (error) {
          expect(error).toBeInstanceOf(BaseError)
        }
    }),
    { numRuns: 2000 },
  )
})

test.each(['to\u202e', 'to\u2066x', 'a b', 'to\n', '\u0430mount'])(
  'refuses an argument named %j',
  (name) => {
    const inputs = [{ name, type: 'address' }]
    const nested = [{ name: 'order', type: 'tuple', components: inputs }]
    for (const list of [inputs, nested])
      expect(() =>
        parseAbi(JSON.stringify([{ name: 'pay', inputs: list }])),
      ).toThrow(InvalidArgumentNameError)
  },
)
