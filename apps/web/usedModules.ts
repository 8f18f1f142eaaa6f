import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A value that a module takes from another one, by its name there. */
type Use = { id: string; name: string }

type Source = {
  uses: readonly Use[]
  /** By the name it is passed on under, where a value comes from. */
  passed: ReadonlyMap<string, Use>
  /** What is loaded only when it is needed. */
  later: readonly string[]
  /** There is nothing in it but what it passes on. */
  isFace: boolean
}

export type UsedModules = {
  /** What is loaded by itself and cannot be without this module. */
  findUsers(id: string): readonly string[]
}

/**
 * Who needs which of our modules, read from their text. The bundler's graph of
 * modules lets whoever takes one thing from the face of a package need all of
 * it. What comes from elsewhere goes by `package#name`.
 */
export function readUsedModules(parameters: {
  entry: string
  /** By name, the file that a package of ours is entered by. */
  faces: Readonly<Record<string, string>>
}): UsedModules {
  const { entry, faces } = parameters
  const sources = new Map<string, Source>()
  let users: ReadonlyMap<string, string[]> | undefined

  const read = (id: string): Source => {
    const source = sources.get(id) ?? readSource(id, faces)
    sources.set(id, source)
    return source
  }
  /** The module that a value comes from, whoever passes it on. */
  const follow = ({ id, name }: Use): string => {
    const next = read(id).passed.get(name)
    return next ? follow(next) : id
  }
  const listNeeded = (id: string): ReadonlySet<string> => {
    const needed = new Set([id])
    for (const at of needed)
      for (const use of at === id ? listAll(read(at)) : read(at).uses) {
        needed.add(follow(use))
        if (!read(use.id).isFace) needed.add(use.id)
      }
    return needed
  }
  const readAll = () => {
    const all = new Map<string, string[]>()
    const loaded = new Set([entry])
    for (const user of loaded)
      for (const id of listNeeded(user)) {
        all.set(id, [...(all.get(id) ?? []), user])
        for (const later of read(id).later) loaded.add(later)
      }
    return all
  }
  return {
    findUsers(id) {
      users ??= readAll()
      return users.get(id) ?? []
    },
  }
}

/** Whoever is loaded by itself passes on all that it has. */
function listAll({ uses, passed }: Source): readonly Use[] {
  return [...uses, ...passed.values()]
}

const statement =
  /^(?<word>import|export)\s+(?<isType>type\s)?(?<names>[^'";()=]*?)\s*(?:from\s*)?'(?<from>[^']+)'$/gm

function readSource(
  id: string,
  faces: Readonly<Record<string, string>>,
): Source {
  const uses: Use[] = []
  const passed = new Map<string, Use>()
  const text = /\.tsx?$/.test(id) ? readFileSync(id, 'utf8') : ''
  for (const { groups } of text.matchAll(statement)) {
    const { word, isType, names = '', from = '' } = groups ?? {}
    if (isType) continue
    const target = faces[from] ?? findFile(id, from)
    for (const [name, as] of readNames(names)) {
      const use = { id: target ?? `${from}#${name}`, name }
      if (word === 'export') passed.set(as, use)
      else uses.push(use)
    }
  }
  const rest = text.replace(statement, '').replace(comment, '')
  const isFace = passed.size > 0 && rest.trim() === ''
  return {
    uses: isFace ? uses : [...uses, ...passed.values()],
    passed,
    later: [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].flatMap(
      ([, from = '']) => findFile(id, from) ?? [],
    ),
    isFace,
  }
}

const comment = /\/\/.*|\/\*[\s\S]*?\*\//g

/** Each name where it comes from, and here. Types are gone when it runs. */
function readNames(names: string): [string, string][] {
  const [, first = '', list] =
    /^([^{]*)(?:\{([\s\S]*)\})?$/.exec(names.trim()) ?? []
  const whole = first.replace(/,\s*$/, '').trim()
  const listed = (list ?? '').split(',').flatMap((one): [string, string][] => {
    const [name = '', as = name] = one.trim().split(/\s+as\s+/)
    return name === '' || name.startsWith('type ') ? [] : [[name, as]]
  })
  return whole || list === undefined ? [[whole, whole], ...listed] : listed
}

function findFile(id: string, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  const path = join(dirname(id), from.replace(/\?.*$/, ''))
  const written = ['.ts', '.tsx'].map((end) => path.replace(/\.js$/, end))
  return [...written, path].find((one) => existsSync(one))
}
