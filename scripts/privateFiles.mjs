// What a data folder holds is for its owner, also where an earlier version
// made it readable for others.
import { chmodSync, mkdirSync, openSync, writeFileSync } from 'node:fs'

export function makePrivateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

export function writePrivate(file, text) {
  writeFileSync(file, text, { mode: 0o600 })
  chmodSync(file, 0o600)
}

/** To write at its end. */
export function openPrivate(file) {
  const descriptor = openSync(file, 'a', 0o600)
  chmodSync(file, 0o600)
  return descriptor
}
