import { expect, test } from 'vitest'
import { readSafeParameter, toSafeSearch } from './safeParameter.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain = { shortName: 'local1' }
const read = (text: string | undefined) => readSafeParameter(text, [chain])

test('names a safe on a chain of this installation', () => {
  const named = { status: 'named', chain, address }
  expect(read(`local1:${address}`)).toEqual(named)
  expect(read(`local1:${address.toLowerCase()}`)).toEqual(named)
  expect(read(toSafeSearch({ chain, address }).safe)).toEqual(named)
})

test('tells a chain that is not set up from one nobody knows', () => {
  expect(read(`eth:${address}`)).toEqual({
    status: 'unconfiguredChain',
    name: 'Ethereum',
  })
  expect(read(`nowhere:${address}`)).toEqual({
    status: 'unknownPrefix',
    shortName: 'nowhere',
  })
  expect(read(address)).toEqual({ status: 'noPrefix', address })
})

test('says what is wrong with the address', () => {
  expect(read('local1:0x12')).toMatchObject({ status: 'malformed' })
  expect(read(`local1:${address.replace('F', 'f')}`)).toMatchObject({
    status: 'malformed',
    reason: expect.stringContaining('capital letters'),
  })
})

test('without the parameter there is no safe', () => {
  expect(read(undefined)).toEqual({ status: 'absent' })
  expect(read('')).toEqual({ status: 'absent' })
})
