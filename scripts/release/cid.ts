import { createHash } from 'node:crypto'

// The address that IPFS gives to a folder, computed without a node: CIDv1,
// UnixFS, raw leaves of 256 KiB, as `ipfs add --cid-version 1` makes it. Small
// enough to be ours; the usual library brings seventy packages.

type Block = { cid: Buffer; size: number }
type Part = Block & { bytes: number }

const leafBytes = 262_144
const linksPerNode = 174
const rawCodec = 0x55
const treeCodec = 0x70

export function computeCid(files: ReadonlyMap<string, Buffer>): string {
  return encode(addFolder(files).cid)
}

/** By path below this folder, with slashes between. */
function addFolder(files: ReadonlyMap<string, Buffer>): Block {
  const folders = new Map<string, Map<string, Buffer>>()
  const entries: [string, Block][] = []
  for (const [path, content] of files) {
    const [name = '', ...rest] = path.split('/')
    if (rest.length === 0) entries.push([name, addFile(content)])
    else {
      const folder = folders.get(name) ?? new Map<string, Buffer>()
      folders.set(name, folder.set(rest.join('/'), content))
    }
  }
  for (const [name, folder] of folders) entries.push([name, addFolder(folder)])
  const links = entries
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, block]) => writeLink(name, block))
  return addNode(
    links,
    writeNumber(1, 1),
    entries.map(([, block]) => block),
  )
}

function addFile(content: Buffer): Block {
  let parts: Part[] = []
  for (let at = 0; at === 0 || at < content.length; at += leafBytes) {
    const leaf = content.subarray(at, at + leafBytes)
    const cid = hash(rawCodec, leaf)
    parts.push({ cid, size: leaf.length, bytes: leaf.length })
  }
  while (parts.length > 1) {
    const above: Part[] = []
    for (let at = 0; at < parts.length; at += linksPerNode)
      above.push(joinParts(parts.slice(at, at + linksPerNode)))
    parts = above
  }
  const [whole] = parts
  if (!whole) throw new TypeError('A file without a part.')
  return whole
}

function joinParts(parts: readonly Part[]): Part {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const data = Buffer.concat([
    writeNumber(1, 2),
    writeNumber(3, bytes),
    ...parts.map((part) => writeNumber(4, part.bytes)),
  ])
  const links = parts.map((part) => writeLink('', part))
  return { ...addNode(links, data, parts), bytes }
}

function addNode(
  links: readonly Buffer[],
  data: Buffer,
  children: readonly Block[],
): Block {
  const node = Buffer.concat([...links, writeBytes(1, data)])
  const size = children.reduce((sum, child) => sum + child.size, node.length)
  return { cid: hash(treeCodec, node), size }
}

function writeLink(name: string, { cid, size }: Block): Buffer {
  return writeBytes(
    2,
    Buffer.concat([
      writeBytes(1, cid),
      writeBytes(2, Buffer.from(name)),
      writeNumber(3, size),
    ]),
  )
}

function hash(codec: number, content: Buffer): Buffer {
  const digest = createHash('sha256').update(content).digest()
  return Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), digest])
}

// Protocol Buffers: a field's number and kind, then its value.
function writeNumber(field: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([field << 3]), varint(value)])
}

function writeBytes(field: number, value: Buffer): Buffer {
  const head = Buffer.from([(field << 3) | 2])
  return Buffer.concat([head, varint(value.length), value])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128))
    bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

/** Base 32 in lower case without padding, which `b` announces. */
function encode(cid: Buffer): string {
  const bits = [...cid]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const letters = (bits.match(/.{1,5}/g) ?? []).map((five) =>
    'abcdefghijklmnopqrstuvwxyz234567'.charAt(
      Number.parseInt(five.padEnd(5, '0'), 2),
    ),
  )
  return `b${letters.join('')}`
}
