import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let place: string
let child: ChildProcess
let port: number

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'covault-serve-'))
  const folder = join(place, 'folder')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await cp(join(import.meta.dirname, 'serve.mjs'), join(folder, 'serve.mjs'))
  await writeFile(join(folder, 'index.html'), 'the app')
  await writeFile(join(folder, 'assets', 'a.js'), 'export {}')
  await writeFile(join(place, 'secret.txt'), 'secret')
  const headers = {
    '*': { camera: 'no' },
    '/transactions/scan': { camera: 'yes' },
  }
  await writeFile(join(folder, 'headers.json'), JSON.stringify(headers))
  child = spawn(process.execPath, [join(folder, 'serve.mjs'), '0'])
  const said = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (text) => resolve(String(text)))
  })
  port = Number(/:(\d+)\s*$/.exec(said)?.[1])
})

afterAll(async () => {
  child.kill()
  await rm(place, { recursive: true, force: true })
})

async function ask(
  path: string,
  options: { method?: string; host?: string } = {},
) {
  const { method = 'GET', host = `127.0.0.1:${port}` } = options
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = { host: '127.0.0.1', port, path, method, headers: { host } }
    get(asked, resolve).once('error', reject)
  })
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part)
  return {
    ...reply,
    status: reply.statusCode,
    body: String(Buffer.concat(parts)),
    headers: reply.headers,
  }
}

test('answers every page with the app, and files as what they are', async () => {
  for (const path of ['/', '/home?safe=eth:0x1', '/transactions/queue/'])
    expect(await ask(path), path).toMatchObject({
      status: 200,
      body: 'the app',
    })
  const script = await ask('/assets/a.js')
  expect(script.headers['content-type']).toContain('text/javascript')
  expect((await ask('/assets/missing.js')).status).toBe(404)
  expect((await ask('/', { method: 'HEAD' })).body).toBe('')
})

test('sends the headers of the path', async () => {
  expect((await ask('/home')).headers.camera).toBe('no')
  expect((await ask('/transactions/scan/?safe=x')).headers.camera).toBe('yes')
})

test('leaves nothing outside of its folder, and answers to no other name', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%ff',
  ])
    expect((await ask(path)).body, path).not.toContain('secret')
  expect((await ask('/', { host: 'evil.example' })).status).toBe(421)
  expect((await ask('/', { method: 'POST' })).status).toBe(405)
})
