import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as envelopeFace from './envelope.js'
import { BaseError } from './errors.js'
import * as face from './index.js'

const root = new URL('../../..', import.meta.url).pathname
const rooms = ['apps/gateway/src', 'apps/web/src', 'packages/api/src']

/**
 * An error is exported beside the function that throws it, as the README says;
 * what is a type costs nothing.
 */
const names = Object.entries({ ...face, ...envelopeFace }).flatMap(
  ([name, value]) => (isErrorClass(value) ? [] : [name]),
)

test('every export is imported by what ships, or the README tells of it', () => {
  const readme = readFileSync(join(root, 'packages/protocol/README.md'), 'utf8')
  const used = new Set([...listWords(readme), ...listImported()])
  expect(names.filter((name) => !used.has(name))).toEqual([])
})

function listImported(): string[] {
  return rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map(
        (file) => join(root, room, file),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !isTest.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(imports)])
    .flatMap(([, clause = '']) => listWords(clause))
}

const isTest = /\.test\.tsx?$|\/(testing|proof)\//
const imports =
  /(?:import|export) (?:type )?\{([^}]*)\} from '@covault\/protocol(?:\/envelope)?'/g

function listWords(text: string): string[] {
  return text.match(/\w+/g) ?? []
}

function isErrorClass(value: unknown): boolean {
  return typeof value === 'function' && value.prototype instanceof BaseError
}
