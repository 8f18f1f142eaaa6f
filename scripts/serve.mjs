// Serves the folder that it stands in, on this machine alone: node serve.mjs [port]
// It needs nothing but Node, and every page of the app works: an address that
// names no file answers with the app.
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const port = Number(process.argv[2] ?? 4400)

// By path, stricter than the page can say itself. Written by `npm run static`.
const headers = JSON.parse(await readFile(join(folder, 'headers.json'), 'utf8'))

const kinds = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const server = createServer((request, reply) => {
  void answer(request).then(({ status, kind, body }) => {
    reply.writeHead(status, {
      ...(headers[readPath(request)] ?? headers['*']),
      'content-type': kind,
      'cache-control': 'no-cache',
    })
    reply.end(request.method === 'HEAD' ? undefined : body)
  })
})

server.once('error', (error) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken. Choose another: node serve.mjs 4500`
      : error.message,
  )
  process.exitCode = 1
})
server.listen(port, '127.0.0.1', () => {
  console.log(`Covault is ready at http://127.0.0.1:${server.address().port}`)
})

function readPath({ url = '/' }) {
  return url.split('?')[0].replace(/\/$/, '')
}

async function answer({ method, url = '/', headers: { host = '' } }) {
  // Another name that leads here is somebody else's page.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host))
    return refuse(421, 'Open this page as http://127.0.0.1')
  if (method !== 'GET' && method !== 'HEAD')
    return refuse(405, 'Only GET and HEAD are answered.')
  const path = decode(url.split('?')[0])
  // `normalize` of an absolute path leads nowhere above its root.
  const file = join(folder, normalize(`/${path}`))
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile) return send(file)
  if (extname(file)) return refuse(404, 'There is no such file.')
  return send(join(folder, 'index.html'))
}

async function send(file) {
  const kind = kinds[extname(file)] ?? 'application/octet-stream'
  return { status: 200, kind, body: await readFile(file) }
}

function refuse(status, body) {
  return { status, kind: 'text/plain; charset=utf-8', body }
}

function decode(path) {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
