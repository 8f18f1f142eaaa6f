import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listClosure, listImported } from './bundledPackages.js'

test('lists what is imported by the name of its package', () => {
  const source = [
    'import{a}from"viem/siwe"',
    'import b from "@fastify/static"',
    'import"node:fs"',
    'import c from"node:fs"',
    'import d from "fs"',
    'export * from "./own.js"',
    'import e from"viem"',
    'said(`from "nobody"`)',
    'await import("pg")',
  ].join(';\n')
  expect(listImported(source)).toEqual(['@fastify/static', 'pg', 'viem'])
})

test('takes each package from where Node would take it', () => {
  const root = mkdtempSync(join(tmpdir(), 'covault-closure-'))
  const install = (place: string, dependencies: string[]) => {
    mkdirSync(join(root, place), { recursive: true })
    const needed = Object.fromEntries(dependencies.map((name) => [name, '*']))
    const manifest = { name: place, version: '1.0.0', dependencies: needed }
    writeFileSync(join(root, place, 'package.json'), JSON.stringify(manifest))
  }
  try {
    install('node_modules/a', ['b', 'c'])
    install('node_modules/b', [])
    install('node_modules/a/node_modules/b', ['d'])
    install('node_modules/c', ['b', 'a'])
    install('node_modules/d', [])
    install('node_modules/stranger', [])
    expect([...listClosure(['a'], root).keys()].sort()).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/b',
      'node_modules/c',
      'node_modules/d',
    ])
    expect(() => listClosure(['absent'], root)).toThrow('is not installed')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
