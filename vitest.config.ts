import { defineConfig } from 'vitest/config'

// Two workers: the machines these run on have two cores, and anvil and
// PostgreSQL want a share of them.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    maxWorkers: 2,
    pool: 'forks',
    testTimeout: 30_000,
    // Chains, databases and browsers share two cores with the tests: what
    // fails for want of time is tried once more, and named.
    retry: 1,
    hookTimeout: 60_000,
    // As long as testing-library waits here: a busy machine is no reason to fail.
    expect: { poll: { timeout: 15_000 } },
    // Where files keep nothing between them they share what is loaded: viem
    // or a document anew for each take longer than most of the tests.
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: [
            'packages/{api,protocol}/src/**/*.test.ts',
            'apps/verifier/src/**/*.test.ts',
          ],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'packages/devnet/src/**/*.test.ts',
            'apps/gateway/src/**/*.test.ts',
            'apps/web/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          isolate: false,
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/src/testSetup.ts'],
        },
      },
    ],
  },
})
