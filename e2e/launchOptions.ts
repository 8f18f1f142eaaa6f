import type { LaunchOptions } from '@playwright/test'

/** The installed browser, quiet towards the outside world. */
export const launchOptions: LaunchOptions = {
  ...(process.env.COVAULT_BROWSER
    ? { executablePath: process.env.COVAULT_BROWSER }
    : {}),
  args: [
    // Chromium's sandbox does not run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}
