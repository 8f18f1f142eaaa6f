// @vitest-environment node
import { expect, test } from 'vitest'
import { hashStyles } from './hashStyles'

// When one moves, Mantine, RainbowKit or our theme has changed. All are fine,
// but open the connect modal under the content policy before writing it down.
test('the libraries write two style elements with known hashes', async () => {
  expect(await hashStyles()).toMatchInlineSnapshot(`
    [
      "sha256-2Y+/gfEJIhfYSDxPgUYQtnUyJh0Lja87we83oQAt9qQ=",
      "sha256-LXwVWY0FzK/FFiDNUqi49rfxXor8JabCOVVjPhRvFl0=",
    ]
  `)
})
