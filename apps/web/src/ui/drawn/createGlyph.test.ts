import { expect, test } from 'vitest'
import { createGlyph, drawTile, scallop } from './createGlyph.js'

test('an address has the same four tiles every time', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(createGlyph(address)).toEqual(createGlyph(address))
  expect(createGlyph(address).map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ])
})

test('the letter case of an address does not change its glyph', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(createGlyph(address.toLowerCase() as typeof address)).toEqual(
    createGlyph(address),
  )
})

test('addresses that differ in the middle only have different glyphs', () => {
  const glyphs = Array.from({ length: 200 }, (_, index) => {
    const middle = index.toString(16).padStart(32, '0')
    return JSON.stringify(createGlyph(`0xba7b${middle}0a33`))
  })
  expect(new Set(glyphs).size).toBeGreaterThan(195)
})

test('every shape stays inside of its tile', () => {
  const shapes = [
    'square',
    'quarter',
    'leaf',
    'triangle',
    'half',
    'dome',
    'dot',
  ] as const
  for (const shape of shapes)
    expect(drawTile(shape, 8)).toMatch(/^M[\d. hvHVAaz-]+z$/)
})

test('a seal has 24 scallops', () => {
  expect(scallop.match(/A1\.7 1\.7/g)).toHaveLength(24)
  expect(scallop).toMatch(/^M23 12A.*23\.00 12\.00z$/)
})
