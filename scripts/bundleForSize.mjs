// Bundles what a browser pays for one import, for the size check to weigh.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultClientConditions, build as viteBuild } from 'vite'
import { root } from './run.mjs'

const folder = join(root, '.cache', 'size')

const entries = {
  'api-client-one-call':
    "export { call, createClient, getSafe } from '@covault/api'",
  'api-client-every-call':
    "export * from '@covault/api/openapi'\nexport * from '@covault/api'",
  'protocol-one-hash':
    "export { hashSafeTransaction } from '@covault/protocol'",
}

export async function bundleForSize() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, source] of Object.entries(entries)) {
    const entry = join(folder, `${name}.entry.js`)
    writeFileSync(entry, `${source}\n`)
    await viteBuild({
      configFile: false,
      root,
      logLevel: 'warn',
      resolve: { conditions: ['source', ...defaultClientConditions] },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        minify: true,
        lib: { entry, formats: ['es'], fileName: () => `${name}.min.js` },
      },
    })
  }
}
