import {
  createOpenApiDocument,
  type OpenApiDocument,
} from '@covault/api/openapi'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.js'
import { anyone } from './accessRule.js'

/** The API as a document: for programs at /api-json, for people at /api. */
export function openApiRoutes(app: FastifyInstance): void {
  const document = createOpenApiDocument({ version })
  const json = JSON.stringify(document)
  const page = renderPage(document)
  app.get('/api-json', { config: anyone }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  )
  app.get('/api', { config: anyone }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'")
      .send(page),
  )
}

/** A plain list: it needs no script, and no style but the browser's own. */
function renderPage({ info, paths }: OpenApiDocument): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { summary }]) =>
        `<tr><td>${method.toUpperCase()}</td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(String(summary ?? ''))}</td></tr>`,
    ),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(info.title)}</title><h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1><p>As OpenAPI 3.1: <a href="/api-json">/api-json</a></p><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th></tr></thead><tbody>${rows.join('')}</tbody></table></html>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
