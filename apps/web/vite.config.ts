import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { compressFiles } from './compressFiles'
import { mendQrCode } from './mendQrCode'
import { listPageFiles } from './pageFiles'
import { sharedFiles } from './sharedFiles'
import { hashWalletStyles } from './src/wallet/hashWalletStyles'

export default defineConfig({
  plugins: [react(), mendQrCode(), documentFacts(), compressFiles()],
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
 * What the gateway needs to serve the document: two places in it that are
 * filled for every request, the hashes of style elements that cannot carry the
 * nonce, and the files of each page.
 */
function documentFacts(): Plugin {
  return {
    name: 'covault:document-facts',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { name: 'csp-nonce', content: '__CSP_NONCE__' },
        injectTo: 'head',
      },
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'app-config' },
        children: '__APP_CONFIG__',
        injectTo: 'head',
      },
    ],
    async generateBundle(_options, bundle) {
      const facts = {
        styleHashes: await hashWalletStyles(),
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
