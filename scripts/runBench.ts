import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** A benchmark prints its table itself; what it returns is the last line. */
export type Bench = { run(options: BenchOptions): Promise<object> }

type BenchOptions = {
  quick: boolean
  /** For those that take as long as one likes. */
  minutes: number | undefined
  /** Parts to run, for those that have several. */
  only: string[]
  /** The program of another build, for those that measure it beside this one. */
  against: string | undefined
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    against: { type: 'string' },
  },
})
const name = positionals[0] ?? ''
const bench: Bench = await import(
  join(import.meta.dirname, '..', 'bench', `${name}.ts`)
)
const { quick, only, against } = values
const minutes =
  values.minutes === undefined ? undefined : Number(values.minutes)
const result = await bench.run({
  ...{ quick, minutes, only },
  against: against === undefined ? undefined : findProgram(against),
})
console.log(JSON.stringify({ bench: name, ...result }))

/** The gateway of a checkout that is built, or the program itself. */
function findProgram(place: string): string {
  const path = resolve(place)
  return statSync(path).isDirectory()
    ? join(path, 'apps/gateway/dist/main.js')
    : path
}
