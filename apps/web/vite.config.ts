import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { adoptStyles } from './adoptStyles'
import { compressFiles } from './compressFiles'
import { mendQrCode } from './mendQrCode'
import { listPageFiles } from './pageFiles'
import { sharedFiles } from './sharedFiles'
import { hashStyles } from './src/app/hashStyles'
import { verifierFile } from './verifierFile'

export default defineConfig({
  plugins: [
    react(),
    mendQrCode(),
    adoptStyles(),
    documentFacts(),
    verifierFile(),
    compressFiles(),
  ],
  // Workspace packages are read from their TypeScript sources.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    sourcemap: false,
    // An asset is a file with a hash in its name, never text inside another:
    // the gateway may tell browsers to keep it for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Which files a page needs, for the size check.
    manifest: true,
    rolldownOptions: {
      output: {
        // All that is needed before any page is one file.
        codeSplitting: {
          groups: [{ name: 'app', tags: ['$initial'] }, ...sharedFiles],
        },
      },
    },
  },
})

/**
 * The document says where the configuration is, which is on its way before the
 * first script runs. Beside it, what servers need to know of the document: the
 * hashes of the style elements that libraries write, and the files of each page.
 */
function documentFacts(): Plugin {
  return {
    name: 'covault:document-facts',
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: {
          id: 'app-config',
          rel: 'preload',
          as: 'fetch',
          href: '/app-config',
          crossorigin: true,
        },
        injectTo: 'head',
      },
    ],
    async generateBundle(_options, bundle) {
      const facts = {
        styleHashes: await hashStyles(),
        pageFiles: listPageFiles(bundle),
      }
      this.emitFile({
        type: 'asset',
        fileName: 'document.json',
        source: `${JSON.stringify(facts)}\n`,
      })
    },
  }
}
