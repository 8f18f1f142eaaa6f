import { gzipSync } from 'node:zlib'

export type ArchiveFile = { path: string; content: Buffer; isProgram: boolean }

/** The same files give the same bytes: no dates, no owners, one order. */
export function writeArchive(files: readonly ArchiveFile[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  const blocks = sorted.flatMap(({ path, content, isProgram }) => [
    writeHead(path, content.length, isProgram ? 0o755 : 0o644),
    content,
    Buffer.alloc((512 - (content.length % 512)) % 512),
  ])
  const tar = Buffer.concat([...blocks, Buffer.alloc(1024)])
  const zipped = gzipSync(tar, { level: 9 })
  // Which system wrote it is nobody's business.
  zipped[9] = 255
  return zipped
}

/** The header of ustar. A path over 100 characters is split at a slash. */
function writeHead(path: string, size: number, mode: number): Buffer {
  const head = Buffer.alloc(512)
  const [prefix, name] = splitPath(path)
  const octal = (value: number, digits: number) =>
    `${value.toString(8).padStart(digits, '0')}\0`
  head.write(name, 0)
  head.write(octal(mode, 7), 100)
  head.write(octal(0, 7), 108)
  head.write(octal(0, 7), 116)
  head.write(octal(size, 11), 124)
  head.write(octal(0, 11), 136)
  head.write(' '.repeat(8), 148)
  head.write('0', 156)
  head.write('ustar\0', 257)
  head.write('00', 263)
  head.write(prefix, 345)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  const cut = path.indexOf('/', path.length - 101)
  const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)]
  if (
    cut < 0 ||
    Buffer.byteLength(prefix) > 155 ||
    Buffer.byteLength(name) > 100
  )
    throw new Error(`${path} is too long for the archive.`)
  return [prefix, name]
}
