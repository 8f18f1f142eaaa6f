import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/launchOptions.js'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  workers: 2,
  // Two browsers and six servers share two cores: what fails for want of time
  // is tried once more, and named.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(process.env.COVAULT_RECORDS
      ? [['./scripts/recordJourneys.mjs'] as const]
      : []),
  ],
  globalSetup: './e2e/globalSetup.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    // Recording makes every page slower: ask for it where something fails.
    trace: process.env.COVAULT_TRACE ? 'on' : 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
