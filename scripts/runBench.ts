import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** A benchmark prints its table itself; what it returns is the last line. */
export type Bench = { run(options: { quick: boolean }): Promise<object> }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const name = positionals[0] ?? ''
const bench: Bench = await import(
  join(import.meta.dirname, '..', 'bench', `${name}.ts`)
)
const result = await bench.run(values)
console.log(JSON.stringify({ bench: name, ...result }))
