import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What the served files say they are; `npm run release` writes it beside them. */
export type Release = { root: string; product: string }

const releaseSchema = z.object({
  format: z.literal('covault-release'),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  product: z.string(),
})

/** Undefined where nobody has signed what is served, as after a plain build. */
export async function readRelease(
  webFolder: string,
): Promise<Release | undefined> {
  try {
    const text = await readFile(join(webFolder, 'release.json'), 'utf8')
    await readFile(join(webFolder, 'release.json.sigs'), 'utf8')
    const { root, product } = releaseSchema.parse(JSON.parse(text))
    return { root, product }
  } catch {
    return undefined
  }
}
