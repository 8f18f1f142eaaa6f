import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const file = join(import.meta.dirname, '..', 'verifier', 'dist', 'verify.html')

/**
 * Puts the verifier beside the app, to be downloaded: people keep it and open
 * it on another device. scripts/build.mjs builds it before the app.
 */
export function verifierFile(): Plugin {
  return {
    name: 'covault:verifier-file',
    apply: 'build',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'verify.html',
        source: await readFile(file),
      })
    },
  }
}
