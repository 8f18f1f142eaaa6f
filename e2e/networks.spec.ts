import { expect, test } from '@playwright/test'
import { runNode } from './releaseDoor.js'

/** What a safe is for: paying, sending, signing, and being made. */
const journeys = ['act', 'collectibles', 'messages', 'createSafe']

test('a network that no release knows passes the same journeys @full', async () => {
  test.setTimeout(45 * 60_000)
  const { code, output } = await runNode(
    [
      ...['node_modules/@playwright/test/cli.js', 'test', '--workers=1'],
      ...journeys.map((name) => `e2e/${name}.spec.ts`),
      // There is no second network to switch to.
      ...['--grep-invert', 'switches the wallet'],
      ...['--output', test.info().outputPath('invented')],
    ],
    {
      COVAULT_NETWORK: 'invented',
      COVAULT_RECORDS: '',
      NODE_OPTIONS: '--conditions=source',
    },
  )
  expect(code, output).toBe(0)
})
