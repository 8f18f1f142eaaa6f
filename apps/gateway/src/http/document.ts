import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BaseError } from '@covault/protocol'
import { z } from 'zod'

/** One file for every page and everybody, and the facts about it. */
export type AppDocument = {
  html: string
  /** The same in brotli, where the build has put it beside. */
  brotli: Buffer | undefined
  scriptHashes: string[]
  styleHashes: string[]
  /** By path: what the page needs besides what the document names. */
  pageFiles: Record<string, string[]>
  /** By address, what every script and style must hash to. */
  integrity: Record<string, string>
}

const factsSchema = z.object({
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  pageFiles: z.record(z.string(), z.array(z.string())),
  integrity: z.record(z.string(), z.string()),
})

export async function readDocument(webFolder: string): Promise<AppDocument> {
  try {
    const html = await readFile(join(webFolder, 'index.html'), 'utf8')
    const facts = await readFile(join(webFolder, 'document.json'), 'utf8')
    const brotli = await readFile(join(webFolder, 'index.html.br')).catch(
      () => undefined,
    )
    return { html, brotli, ...factsSchema.parse(JSON.parse(facts)) }
  } catch (cause) {
    throw new AppNotBuiltError(webFolder, { cause })
  }
}

/** The header that has a page's own files fetched with its document. */
export function listPreloads(
  { pageFiles, integrity }: AppDocument,
  path: string,
): string {
  const files = Object.hasOwn(pageFiles, path) ? pageFiles[path] : undefined
  return (files ?? [])
    .map((file) => {
      const hash = integrity[`/${file}`]
      const kind = file.endsWith('.css')
        ? 'rel=preload; as=style; crossorigin'
        : 'rel=modulepreload'
      // A module that came without its hash would be used without one.
      return `</${file}>; ${kind}${hash ? `; integrity="${hash}"` : ''}`
    })
    .join(', ')
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
