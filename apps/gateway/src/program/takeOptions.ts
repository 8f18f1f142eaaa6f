import { parseArgs } from 'node:util'

/**
 * The options of one command by name, and all other arguments as they were:
 * those are read with the configuration.
 */
export function takeOptions<const name extends string>(
  args: readonly string[],
  names: readonly name[],
): { values: Partial<Record<name, string>>; rest: string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      names.map((name) => [name, { type: 'string' as const }]),
    ),
  })
  const values: Partial<Record<name, string>> = {}
  const taken = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const name = names.find((known) => known === token.name)
    if (name === undefined || token.value === undefined) continue
    values[name] = token.value
    taken.add(token.index)
    if (!token.inlineValue) taken.add(token.index + 1)
  }
  return { values, rest: args.filter((_, index) => !taken.has(index)) }
}

/** Removes an option without a value; tells whether it was there. */
export function takeFlag(
  args: readonly string[],
  name: string,
): { isSet: boolean; rest: string[] } {
  const rest = args.filter((arg) => arg !== `--${name}`)
  return { isSet: rest.length < args.length, rest }
}
