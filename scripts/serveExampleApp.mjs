// The demo's Safe App on an origin of its own: a few files, and nothing else.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const kinds = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Answers with how to stop it. */
export async function serveExampleApp({ folder, port }) {
  const server = createServer((request, reply) => {
    void answer(folder, request.url ?? '/').then(({ status, headers, body }) =>
      reply.writeHead(status, headers).end(body),
    )
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
}

async function answer(folder, url) {
  const { pathname } = new URL(url, 'http://localhost')
  // `normalize` of an absolute path leads nowhere above its root.
  const path = normalize(decodePath(pathname))
  const file = extname(path) ? path : join(path, 'index.html')
  const body = await readFile(join(folder, file)).catch(() => undefined)
  if (!body)
    return {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: 'There is no such file.',
    }
  return {
    status: 200,
    headers: {
      'content-type': kinds[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      // Hosts read the manifest, and module scripts have an origin of their own.
      'access-control-allow-origin': '*',
    },
    body,
  }
}

function decodePath(path) {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
