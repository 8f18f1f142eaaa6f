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
}

const factsSchema = z.object({
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
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

export class AppNotBuiltError extends BaseError {
  override name = 'AppNotBuiltError'
  constructor(folder: string, options: { cause: unknown }) {
    super(
      `The web app in ${folder} is not built. Run \`npm start\`, which builds it.`,
      options,
    )
  }
}
