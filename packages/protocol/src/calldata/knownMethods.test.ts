import fc from 'fast-check'
import {
  bytesToHex,
  checksumAddress,
  encodeAbiParameters,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { expect, test } from 'vitest'
import { type AbiInput, formatAbiType } from '../abi/abiType.js'
import type { AbiValue } from '../abi/decodeParameters.js'
import {
  decodeMethod,
  encodeCalldata,
  encodeMethod,
  NonCanonicalCalldataError,
  SelectorMismatchError,
} from '../abi/method.js'
import { createMethod, parseSignature } from '../abi/parseSignature.js'
import { signatures } from '../signatures.js'
import { setAllowanceMethod } from './allowance.js'
import { erc20TransferMethod } from './erc20.js'
import { knownMethods } from './knownMethods.js'
import { swapOwnerMethod } from './owners.js'

const methods = Object.values(knownMethods).flat()

test('every method stands under the selector of its signature', () => {
  for (const [selector, list] of Object.entries(knownMethods))
    for (const method of list) {
      expect(selector).toBe(toFunctionSelector(method.signature))
      expect(method).toMatchObject(createMethod(method))
    }
  expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length)
})

test('every listed signature stands under its selector and only there', () => {
  for (const [selector, list] of Object.entries(signatures))
    for (const signature of list) {
      expect(toFunctionSelector(signature)).toBe(selector)
      expect(parseSignature(signature).signature).toBe(signature)
      const known = knownMethods[selector] ?? []
      expect(known.map((method) => method.signature)).not.toContain(signature)
    }
})

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => bytesToHex(array))

function arbitraryOf({ type, components }: AbiInput): fc.Arbitrary<AbiValue> {
  if (type.endsWith('[]')) {
    const element = { name: '', type: type.slice(0, -2), components }
    return fc.array(arbitraryOf(element), { maxLength: 5 })
  }
  if (type === 'tuple') return fc.tuple(...(components ?? []).map(arbitraryOf))
  if (type === 'string') return fc.string({ unit: 'grapheme', maxLength: 50 })
  if (type === 'address')
    return bytes(20, 20).map((address) => checksumAddress(address))
  if (type === 'bool') return fc.boolean()
  if (type === 'bytes') return bytes(0, 100)
  if (type === 'bytes32') return bytes(32, 32)
  const bits = BigInt(type.slice('uint'.length))
  return fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
}

test.each(methods.map((method) => [method.id, method] as const))(
  'encodes %s as viem does and decodes it again',
  (_, method) => {
    const values = fc.tuple(...method.inputs.map(arbitraryOf))
    fc.assert(
      fc.property(values, (list) => {
        const data = encodeCalldata(method, list)
        const types = method.inputs.map(formatAbiType).join(',')
        const parameters = types ? parseAbiParameters(types) : []
        const expected = encodeAbiParameters(parameters, list)
        expect(data).toBe(`${method.selector}${expected.slice(2)}`)
        expect(Object.values(decodeMethod(method, data))).toEqual(list)
        expect(() => decodeMethod(method, `${data}00`)).toThrow(
          NonCanonicalCalldataError,
        )
      }),
      { numRuns: 20 },
    )
  },
)

const a = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const b = '0x24C23cDfe7FB5033AD299C2B7b431fB593346627'
const c = '0x0000000000000000000000000000000000000001'

test('encodes the published vector of a transfer', () => {
  expect(encodeMethod(erc20TransferMethod, { to: a, value: 25_000_000n })).toBe(
    '0xa9059cbb000000000000000000000000abad204d0bdbaebb4d27ba0a4e86966e7a3e315a00000000000000000000000000000000000000000000000000000000017d7840',
  )
})

test('takes arguments by name, whatever their order in the object', () => {
  const data = encodeMethod(swapOwnerMethod, {
    newOwner: b,
    oldOwner: a,
    prevOwner: c,
  })
  expect(decodeMethod(swapOwnerMethod, data)).toEqual({
    prevOwner: c,
    oldOwner: a,
    newOwner: b,
  })
})

test('refuses an allowance beyond uint96', () => {
  const allowance = {
    delegate: a,
    token: b,
    allowanceAmount: 2n ** 96n,
    resetTimeMin: 0n,
    resetBaseMin: 0n,
  } as const
  expect(() => encodeMethod(setAllowanceMethod, allowance)).toThrow(
    'The value is not a valid uint96.',
  )
})

test('refuses to decode another method', () => {
  const data = encodeMethod(erc20TransferMethod, { to: a, value: 1n })
  expect(() => decodeMethod(swapOwnerMethod, data)).toThrow(
    SelectorMismatchError,
  )
})
