import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as envelopeFace from './envelope.js'
import { BaseError } from './errors.js'
import * as face from './index.js'

const root = new URL('../../..', import.meta.url).pathname
const rooms = [
  ...['apps/gateway/src', 'apps/web/src', 'packages/api/src'],
  ...['packages/devnet/src', 'e2e', 'bench', 'scripts'],
]

/** What is an error is told by its function; what is a type costs nothing. */
const names = Object.entries({ ...face, ...envelopeFace }).flatMap(
  ([name, value]) => (isErrorClass(value) ? [] : [name]),
)

test('every export is imported by somebody here, or the README tells of it', () => {
  const readme = readFileSync(join(root, 'packages/protocol/README.md'), 'utf8')
  const words = new Set([readme, ...listImporters()].flatMap(listWords))
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

function listImporters(): string[] {
  return rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map(
        (file) => join(root, room, file),
      ),
    )
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /'@covault\/protocol(\/envelope)?'/.test(text))
}

function listWords(text: string): string[] {
  return text.match(/\w+/g) ?? []
}

function isErrorClass(value: unknown): boolean {
  return typeof value === 'function' && value.prototype instanceof BaseError
}
