import { defineConfig, type Plugin } from 'vite'
import { pages } from './src/pages'

// One page per way to speak to a host. A host asks `<address>/manifest.json`
// of an app before it shows it.
export default defineConfig({
  plugins: [manifests()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Older versions of the SDK bring a whole library each.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: pages.map(({ folder }) => `${folder}index.html`),
    },
  },
})

function manifests(): Plugin {
  return {
    name: 'example-app:manifests',
    generateBundle() {
      for (const { folder, ...about } of pages)
        this.emitFile({
          type: 'asset',
          fileName: `${folder}manifest.json`,
          source: JSON.stringify({ ...about, iconPath: '/icon.svg' }),
        })
    },
  }
}
