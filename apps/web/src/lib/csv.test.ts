import { expect, test } from 'vitest'
import { formatCsv, neutraliseCell, parseCsv, restoreCell } from './csv.js'

test('reads quotes, commas and line breaks inside of cells', () => {
  expect(parseCsv('a,"b, c","d ""e"""\r\n"line\nbreak",,\n')).toEqual([
    ['a', 'b, c', 'd "e"'],
    ['line\nbreak', '', ''],
  ])
})

test('takes any line end and a byte order mark', () => {
  expect(parseCsv('\uFEFFa\rb\r\nc\nd')).toEqual([['a'], ['b'], ['c'], ['d']])
  expect(parseCsv('')).toEqual([])
})

const hostile = [
  ...['=1+1', '+1', '-1', '@sum', '\tx', '\r=x', '\n=x', "'quoted", "'=1"],
  ...['＝1+1', '＋1', '－1', '＠sum'],
]

test.each(hostile)(
  'no spreadsheet runs %j, and it comes back as it was',
  (cell) => {
    const safe = neutraliseCell(cell)
    expect(safe).toMatch(/^'/)
    expect(restoreCell(safe)).toBe(cell)
  },
)

test('ordinary cells are left alone', () => {
  expect(neutraliseCell('Alice = 1')).toBe('Alice = 1')
  expect(restoreCell("O'Neil")).toBe("O'Neil")
})

test('what is written is read back, whatever it is', () => {
  const seed = Date.now() % 2 ** 31
  const random = createRandom(seed)
  const alphabet = ['a', 'ß', ' ', ',', '"', '\n', '\r', "'", '=', '-', '🦭']
  const pick = () => alphabet[random() % alphabet.length] ?? ''
  for (let run = 0; run < 500; run += 1) {
    const rows = Array.from({ length: 1 + (random() % 3) }, () =>
      Array.from({ length: 2 }, () =>
        Array.from({ length: random() % 6 }, pick).join(''),
      ),
    )
    const text = formatCsv(rows.map((row) => row.map(neutraliseCell)))
    const back = parseCsv(text).map((row) => row.map(restoreCell))
    expect(back, `seed ${seed}`).toEqual(rows)
  }
})

/** A linear congruential generator: the seed in a failure repeats it. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
