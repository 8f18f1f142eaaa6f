import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchManifest, readManifest } from './manifest.js'

const whole = {
  name: 'Swap',
  description: 'Swaps tokens.',
  iconPath: 'logo.svg',
}
const read = (value: unknown) => readManifest(JSON.stringify(value))

test('reads what an app says about itself', () => {
  expect(
    read({ ...whole, safe_apps_permissions: ['clipboard-write'], other: 1 }),
  ).toEqual({ ...whole, features: ['clipboard-write'] })
})

test('a hostile name is shown as what it is', () => {
  const { name } = read({ ...whole, name: `\u202EevilA${'x'.repeat(500)}` })
  expect(name).not.toContain('\u202E')
  expect([...name].length).toBeLessThanOrEqual(80)
})

test.each<[string, string, RegExp]>([
  ['no JSON', '<html>', /not valid JSON/],
  ['a list', '[]', /must be a JSON object/],
  ['no name', JSON.stringify({ ...whole, name: undefined }), /has no name/],
  ['an empty name', JSON.stringify({ ...whole, name: '  ' }), /has no name/],
  ['a number as name', JSON.stringify({ ...whole, name: 7 }), /isn’t text/],
  [
    'no description',
    JSON.stringify({ ...whole, description: null }),
    /has no description/,
  ],
  ['no icon', JSON.stringify({ ...whole, iconPath: '' }), /has no iconPath/],
  [
    'a script as icon',
    JSON.stringify({ ...whole, iconPath: 'javascript:alert(1)' }),
    /iconPath in the manifest must be a path or a web address/,
  ],
  [
    'a book',
    `{"name":"${'x'.repeat(100_001)}"}`,
    /longer than the limit of 100000/,
  ],
])('says that it has %s', (_, text, words) => {
  expect(() => readManifest(text)).toThrow(words)
})

test('is read from its server, and no further than it must', async () => {
  const ended: string[] = []
  const server = createServer(({ url = '' }, reply) => {
    reply.setHeader('Access-Control-Allow-Origin', '*')
    reply.on('close', () => ended.push(url))
    if (url.startsWith('/missing')) reply.writeHead(404).end()
    else if (url.startsWith('/whole')) reply.end(JSON.stringify(whole))
    else if (url.startsWith('/broken')) reply.write('{', () => reply.destroy())
    else {
      const write = () => {
        if (!reply.destroyed) reply.write('x'.repeat(50_000), write)
      }
      write()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fetchFrom = (path: string) =>
    fetchManifest(`http://127.0.0.1:${port}${path}`)
  expect(await fetchFrom('/whole/')).toMatchObject(whole)
  await expect(fetchFrom('/missing')).rejects.toThrow(/answered with 404/)
  await expect(fetchFrom('/broken')).rejects.toThrow(/can’t be read/)
  await expect(fetchFrom('/endless')).rejects.toThrow(
    /longer than the limit of 100000/,
  )
  await expect.poll(() => ended).toContain('/endless/manifest.json')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
