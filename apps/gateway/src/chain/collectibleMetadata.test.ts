import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCollectibleMetadata } from './collectibleMetadata.js'

// Both the operator's IPFS gateway and the inside that strangers must not see.
let server: Server
let gateway: string
const seen: string[] = []
const document = {
  name: 'From afar',
  image: 'ipfs://bafybeigdyrzt5sfp7udm7hu/1.png',
}

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const closed = { allowed: false, ipfsGateways: [] }
const open = () => ({ allowed: true, ipfsGateways: [gateway] })
const toData = (json: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(json)).toString('base64')}`
const read = async (json: unknown) => {
  const outcome = await readCollectibleMetadata(toData(json), closed)
  if (outcome.flaw !== undefined) throw new Error(outcome.flaw)
  return outcome.metadata
}

test.each([
  ['base64', toData({ name: 'Ring' })],
  ['utf8', 'data:application/json;utf8,{"name":"Ring"}'],
  [
    'charset',
    'data:application/json;charset=utf-8;base64,eyJuYW1lIjoiUmluZyJ9',
  ],
  ['escaped', 'data:application/json,%7B%22name%22%3A%22Ring%22%7D'],
  ['without type', 'data:,{"name":"Ring"}'],
  ['percent signs unescaped', 'data:application/json,{"name":"Ring","a":"5%"}'],
])('reads metadata inside the address: %s', async (_, uri) => {
  expect(await readCollectibleMetadata(uri, closed)).toMatchObject({
    metadata: { name: 'Ring' },
  })
})

test.each([
  [undefined, 'no-uri'],
  ['', 'no-uri'],
  ['data:application/json;base64', 'not-json'],
  ['data:text/html,<script>', 'not-json'],
  ['data:application/json,[1]', 'not-json'],
  ['data:application/json,null', 'not-json'],
  ['data:application/json,"text"', 'not-json'],
  ['file:///etc/passwd', 'unknown-scheme'],
  ['http://127.0.0.1/', 'unknown-scheme'],
  ['javascript:alert(1)', 'unknown-scheme'],
  ['ipfs://../../admin', 'unknown-scheme'],
  ['ipfs://bafybeigdyrzt5sfp7udm7hu/../../admin', 'unknown-scheme'],
  ['ipfs://bafybeigdyrzt5sfp7udm7hu/%2e%2e/x', 'unknown-scheme'],
  ['https://metadata.example/1', 'outbound-access-off'],
  ['ipfs://bafybeigdyrzt5sfp7udm7hu/1', 'outbound-access-off'],
])('says why %s gave nothing: %s', async (uri, flaw) => {
  expect(await readCollectibleMetadata(uri, closed)).toEqual({ flaw })
})

test('asks the configured gateway for ipfs, and names pictures through it', async () => {
  seen.length = 0
  const uri = 'ipfs://ipfs/bafybeigdyrzt5sfp7udm7hu/1.json'
  expect(await readCollectibleMetadata(uri, open())).toMatchObject({
    metadata: {
      name: 'From afar',
      imageUri: `${gateway}/ipfs/bafybeigdyrzt5sfp7udm7hu/1.png`,
    },
  })
  expect(seen).toEqual(['/ipfs/bafybeigdyrzt5sfp7udm7hu/1.json'])
  expect(
    await readCollectibleMetadata(uri, { allowed: true, ipfsGateways: [] }),
  ).toEqual({ flaw: 'no-ipfs-gateway' })
})

test('does not let a token use the trust in the gateway', async () => {
  seen.length = 0
  const inside = new URL(gateway)
  for (const uri of [
    `https://127.0.0.1:${inside.port}/secret`,
    `https://localhost:${inside.port}/secret`,
    'https://localhost/secret',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:a9fe:a9fe]/latest/meta-data',
  ])
    expect(await readCollectibleMetadata(uri, open()), uri).toEqual({
      flaw: 'not-fetched',
    })
  expect(seen).toEqual([])
})

test('keeps plain fields only', async () => {
  const json = JSON.parse(`{
    "name": "A\\u202eB\\u0000", "description": "line\\none",
    "__proto__": {"polluted": true}, "constructor": "x",
    "level": 3, "rare": true, "nothing": null, "nested": {"a": 1},
    "list": [1], "lone": "\\ud800x", "image": "https://images.example/1.png",
    "attributes": [
      {"trait_type": "Hue", "value": 7, "extra": {"a": 1}}, "text", null
    ]
  }`)
  expect(await read(json)).toEqual({
    name: 'AB',
    description: 'line one',
    imageUri: 'https://images.example/1.png',
    metadata: {
      name: 'AB',
      description: 'line one',
      level: 3,
      rare: true,
      lone: 'x',
      attributes: [{ trait_type: 'Hue', value: 7 }],
    },
  })
})

test.each([
  ['https://images.example/a b.png', 'https://images.example/a%20b.png'],
  ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  [
    '<svg xmlns="x"></svg>',
    'data:image/svg+xml;base64,PHN2ZyB4bWxucz0ieCI+PC9zdmc+',
  ],
  ['ipfs://bafybeigdyrzt5sfp7udm7hu', 'ipfs://bafybeigdyrzt5sfp7udm7hu'],
  ['javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['http://127.0.0.1/x.png', null],
  ['//images.example/x.png', null],
  [`https://images.example/${'x'.repeat(3_000)}`, null],
  [42, null],
])('takes %j for the picture %j', async (image, imageUri) => {
  expect((await read({ image })).imageUri).toBe(imageUri)
})

test('finds pictures under the names in use', async () => {
  const url = 'https://images.example/1.png'
  for (const key of ['image_url', 'image_uri', 'imageUri', 'imageUrl'])
    expect((await read({ [key]: url })).imageUri).toBe(url)
  expect((await read({ image_data: '<svg></svg>' })).imageUri).toMatch(
    /^data:image\/svg\+xml/,
  )
})
