/** RFC 4180, with any of the three line ends and a byte order mark allowed. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  const source = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === ',') endCell()
    else if (character === '\n') endRow()
    else if (character === '\r') {
      if (source[at + 1] !== '\n') endRow()
    } else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map(quote).join(','))
    .map((line) => `${line}\r\n`)
    .join('')
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Some spreadsheets take the wide forms of East Asia for the same. */
const beginnings = "=+\\-@＝＋－＠\\t\\r\\n'"
const running = new RegExp(`^[${beginnings}]`)
const kept = new RegExp(`^'[${beginnings}]`)

/**
 * A spreadsheet runs a cell that begins like a formula. An apostrophe before
 * it makes it text; reading takes exactly that apostrophe away again.
 */
export function neutraliseCell(cell: string): string {
  return running.test(cell) ? `'${cell}` : cell
}

export function restoreCell(cell: string): string {
  return kept.test(cell) ? cell.slice(1) : cell
}
