import { defineConfig } from 'vite'

// One file for Node. What npm installs is imported at run time; our own
// packages are TypeScript sources and become part of the file.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { noExternal: [/^@covault\//], resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/index.ts',
    target: 'node20',
    minify: false,
    // dist/contracts.json lives beside it and is made by another step.
    emptyOutDir: false,
  },
})
