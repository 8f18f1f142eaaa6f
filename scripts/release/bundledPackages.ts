import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'

type Manifest = {
  name: string
  version: string
  dependencies?: Record<string, string>
}

/** What the built gateway imports that is neither its own nor Node's. */
export function listImported(source: string): string[] {
  const imports =
    /^(?:import|export)\b[^"']*\bfrom ?"([^"]+)"|\bimport\("([^"]+)"\)/gm
  const names = [...source.matchAll(imports)]
    .map(([, named, later]) => named ?? later ?? '')
    .filter((name) => !/^(node:|\.)/.test(name))
    .filter((name) => !builtinModules.includes(name))
    .map((name) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name)
  return [...new Set(names)].sort()
}

/**
 * The folders of these packages and of all they depend on, relative to the
 * root, each where npm has put it.
 */
export function listClosure(
  names: readonly string[],
  root: string,
): Map<string, Manifest> {
  const found = new Map<string, Manifest>()
  const visit = (name: string, from: string) => {
    const place = findPlace(name, from, root)
    if (found.has(place)) return
    const manifest: Manifest = JSON.parse(
      readFileSync(join(root, place, 'package.json'), 'utf8'),
    )
    found.set(place, manifest)
    for (const needed of Object.keys(manifest.dependencies ?? {}))
      visit(needed, place)
  }
  for (const name of names) visit(name, 'apps/gateway')
  return found
}

/** As Node looks for it: beside the one that asks, then further up. */
function findPlace(name: string, from: string, root: string): string {
  const parts = from.split('/')
  for (let length = parts.length; length >= 0; length--) {
    const above = parts.slice(0, length)
    if (above.at(-1) === 'node_modules') continue
    const place = [...above, 'node_modules', name].join('/')
    if (existsSync(join(root, place, 'package.json'))) return place
  }
  throw new Error(`${name} is not installed.`)
}
