import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** Pictures and fonts are compressed as they are. */
const compressible = /\.(html|js|css|svg|json|wasm|txt)$/

/** The best, 11, saves seven per cent more and makes the first start wait five times as long. */
const quality = 9

const compress = promisify(brotliCompress)

/**
 * Puts a copy in brotli beside each file, so that the gateway compresses
 * nothing while it serves. The same file gives the same bytes.
 */
export function compressFiles(): Plugin {
  return {
    name: 'covault:compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folders = [dir, join(dir, 'assets')]
      for (const folder of folders) await compressFolder(folder)
    },
  }
}

export async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder)
  const files = names.filter((name) => compressible.test(name))
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      await writeFile(`${file}.br`, await compressText(await readFile(file)))
    }),
  )
}

function compressText(text: Buffer): Promise<Buffer> {
  const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY } = constants
  return compress(text, {
    params: {
      [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [BROTLI_PARAM_QUALITY]: quality,
    },
  })
}
