import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppConfig } from '@covault/api'
import { BaseError } from '@covault/protocol'
import { z } from 'zod'
import { contentPolicy } from './contentPolicy.js'

export type DocumentTemplate = {
  html: string
  styleHashes: string[]
  /** By path: what the page needs besides what the document names. */
  pageFiles: Record<string, string[]>
}

export type RenderedDocument = { html: string; policy: string }

const factsSchema = z.object({
  styleHashes: z.array(z.string()),
  pageFiles: z.record(z.string(), z.array(z.string())),
})

export async function readDocumentTemplate(
  webFolder: string,
): Promise<DocumentTemplate> {
  try {
    const html = await readFile(join(webFolder, 'index.html'), 'utf8')
    const facts = await readFile(join(webFolder, 'document.json'), 'utf8')
    return { html, ...factsSchema.parse(JSON.parse(facts)) }
  } catch (cause) {
    throw new AppNotBuiltError(webFolder, { cause })
  }
}

/** Each document gets a nonce of its own and the configuration as a data block. */
export function renderDocument(parameters: {
  template: DocumentTemplate
  appConfig: AppConfig
  connectOrigins: readonly string[]
  frameOrigin: string | undefined
  parents: readonly string[]
}): RenderedDocument {
  const { template, appConfig, ...origins } = parameters
  const nonce = randomBytes(18).toString('base64')
  const html = template.html
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('__APP_CONFIG__', () => toDataBlock(appConfig))
  return {
    html,
    policy: contentPolicy({
      nonce,
      styleHashes: template.styleHashes,
      ...origins,
    }),
  }
}

/** The header that has a page's own files fetched with its document. */
export function listPreloads(
  { pageFiles }: DocumentTemplate,
  path: string,
): string {
  const files = Object.hasOwn(pageFiles, path) ? pageFiles[path] : undefined
  return (files ?? [])
    .map((file) =>
      file.endsWith('.css')
        ? `</${file}>; rel=preload; as=style; crossorigin`
        : `</${file}>; rel=modulepreload`,
    )
    .join(', ')
}

/** No `<` leaves this function, so no name in the configuration can end the block. */
function toDataBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

export class AppNotBuiltError extends BaseError {
  override name = 'AppNotBuiltError'
  constructor(folder: string, options: { cause: unknown }) {
    super(
      `The web app in ${folder} is not built. Run \`npm start\`, which builds it.`,
      options,
    )
  }
}
