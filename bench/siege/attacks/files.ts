import { pick } from '../invented.js'
import type { Attack } from '../target.js'

/** A file under another spelling of its name each time. */
export const spelledFiles: Attack = {
  name: 'files under other spellings',
  ask: ({ files }) => ({
    path: pick(files).replace(/[a-z0-9]/gi, (character) =>
      Math.random() < 0.3
        ? `%${character.charCodeAt(0).toString(16)}`
        : character,
    ),
    headers: { 'accept-encoding': 'br' },
  }),
}
