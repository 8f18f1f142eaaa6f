import { defineConfig } from 'vite'

// The gateway is bundled with the workspace's packages, so that it starts
// from one file; what comes from npm stays in node_modules.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { noExternal: [/^@covault\//], resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
  },
})
