import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { adoptStyles } from './adoptStyles'
import { buildWorker } from './buildWorker'
import { compileHints } from './compileHints'
import { compressFiles } from './compressFiles'
import { configLink, documentFacts } from './documentFacts'
import { checkPreloads } from './integrity'
import { mendQrCode } from './mendQrCode'
import { sharedFiles } from './sharedFiles'
import { verifierFile } from './verifierFile'

export default defineConfig({
  plugins: [
    react(),
    mendQrCode(),
    adoptStyles(),
    checkPreloads(),
    configLink(),
    buildWorker(),
    // The document says what every file hashes to.
    compileHints(),
    documentFacts(),
    verifierFile(),
    compressFiles(),
  ],
  // The head script's tables are written for the build.
  define: { pageTable: '{files:[],pages:{}}', nodeTable: '{}' },
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
    // One file for all of the app: a page that brings its own asks twice.
    cssCodeSplit: false,
    // Which files a page needs, for the size check.
    manifest: true,
    rolldownOptions: {
      output: {
        // A file that is split by its users is named after all of them.
        chunkFileNames: ({ name }) =>
          `assets/${name.replace(/~.*$/, '')}-[hash].js`,
        // All that is needed before any page is one file.
        codeSplitting: {
          groups: [{ name: 'app', tags: ['$initial'] }, ...sharedFiles],
        },
      },
    },
  },
})
