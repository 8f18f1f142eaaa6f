// @vitest-environment node
import { expect, test } from 'vitest'
import { hashWalletStyles } from './hashWalletStyles'

// When this moves, RainbowKit or our theme has changed. Both are fine, but
// open the connect modal under the content policy before writing it down.
test('the wallet theme is one style element with a known hash', async () => {
  expect(await hashWalletStyles()).toMatchInlineSnapshot(`
    [
      "sha256-LXwVWY0FzK/FFiDNUqi49rfxXor8JabCOVVjPhRvFl0=",
    ]
  `)
})
