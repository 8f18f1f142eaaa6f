import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeMethod,
  encodeCalldata,
  encodeMethod,
  listArgumentNames,
} from './method.js'
import { parseAbi } from './parseAbi.js'

const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now() % 2 ** 31)

test('names arguments by position where they have no name of their own', () => {
  const inputs = ['', 'to', 'to', '', 'to_2', 'to'].map((name) => ({
    name,
    type: 'uint256',
  }))
  expect(listArgumentNames({ inputs })).toEqual([
    '0',
    'to',
    'to_2__2',
    '3',
    'to_2',
    'to_5',
  ])
})

test('keeps every argument of a pasted ABI, whatever their names', () => {
  process.stdout.write(`arguments of pasted ABIs: seed ${seed}\n`)
  const names = fc.constantFrom('', 'to', 'to_1', 'to_2', '0', '1', '__proto__')
  const inputs = fc.array(
    fc.record({ name: names, value: fc.bigInt({ min: 0n, max: 2n ** 64n }) }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(inputs, (list) => {
      const abi = [
        {
          name: 'pay',
          inputs: list.map(({ name }) => ({ name, type: 'uint256' })),
        },
      ]
      const [method] = parseAbi(JSON.stringify(abi))
      if (method === undefined) throw new Error('The method is missing.')
      const values = list.map(({ value }) => value)
      const data = encodeCalldata(method, values)
      const args = decodeMethod(method, data)
      expect(Object.keys(args)).toHaveLength(values.length)
      expect(encodeMethod(method, args)).toBe(data)
      const byName = args as Readonly<Record<string, unknown>>
      expect(listArgumentNames(method).map((name) => byName[name])).toEqual(
        values,
      )
    }),
    { seed, numRuns: 500 },
  )
})
