import { markShared } from './names.js'

export type Named = {
  name: string | undefined
  /** The reader chose it, nobody else. */
  isOwnName: boolean
}

/** Anyone who looks for a name of their own must not find another's first. */
export function rankNames<Item extends Named>(items: readonly Item[]): Item[] {
  const own = new Set(
    items.flatMap(({ name, isOwnName }) =>
      name && isOwnName
        ? [name.toLowerCase(), markShared({ name }).toLowerCase()]
        : [],
    ),
  )
  const isTwin = ({ name, isOwnName }: Named) =>
    name !== undefined && !isOwnName && own.has(name.toLowerCase())
  return [
    ...items.filter((item) => !isTwin(item)),
    ...items.filter((item) => isTwin(item)),
  ]
}
