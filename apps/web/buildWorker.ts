import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Small enough to be read in one sitting. */
const mostBytes = 8_000

/** The browser keeps a worker apart from the page: one file, without imports. */
export function buildWorker(): Plugin {
  return {
    name: 'covault:build-worker',
    apply: 'build',
    async generateBundle() {
      const output = await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        resolve: { conditions: ['source'] },
        build: {
          write: false,
          target: 'es2022',
          rolldownOptions: {
            input: join(import.meta.dirname, 'src', 'worker', 'sw.ts'),
            output: { format: 'iife', codeSplitting: false },
          },
        },
      })
      const built = Array.isArray(output) ? output[0] : output
      const file = built && 'output' in built ? built.output[0] : undefined
      if (!file) throw new Error('The worker was not built.')
      if (file.code.length > mostBytes)
        throw new Error(`The worker has ${file.code.length} bytes.`)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: file.code })
    },
  }
}
