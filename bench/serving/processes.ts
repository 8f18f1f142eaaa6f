import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../apps/gateway/src/testing/findFreePort.js'

export type Served = {
  url: string
  pid: number
  /** Seconds of processor time so far. */
  cpuSeconds(): number
  /** What it holds now. */
  megabytes(): number
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')

/** A gateway as it is run in production, on a database that others share. */
export async function startServer(parameters: {
  folder: string
  databaseUrl: string
  configuration: object
  role: 'all' | 'api' | 'indexer'
  program?: string
}): Promise<Served> {
  const {
    folder,
    databaseUrl,
    configuration,
    role,
    program = 'apps/gateway/dist/main.js',
  } = parameters
  const port = await findFreePort()
  const config = join(folder, `config-${port}.json`)
  writeFileSync(config, JSON.stringify({ ...configuration, port }))
  const child = spawn(
    process.execPath,
    [program, 'start', '--config', config, '--role', role],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  await whenTold(child)
  return toServed(child, `http://127.0.0.1:${port}`)
}

export async function startCeiling(
  folder: string,
  answers: object,
): Promise<Served> {
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const program = 'apps/gateway/src/testing/ceilingServer.ts'
  const child = fork(join(root, program), [file], {
    execArgv: ['--conditions=source', '--import=tsx'],
  })
  const { url } = (await whenTold(child)) as { url: string }
  return toServed(child, url)
}

/** Another process that writes history while others are asked. */
export function startWriter(parameters: {
  databaseUrl: string
  safe: string
  from: number
  to: number
}): { done: Promise<void> } {
  const { databaseUrl, safe, from, to } = parameters
  const child = fork(
    join(import.meta.dirname, 'inventHistory.ts'),
    [safe, String(from), String(to)],
    {
      execArgv: ['--conditions=source', '--import=tsx'],
      env: { ...process.env, DATABASE_URL: databaseUrl },
    },
  )
  return { done: whenTold(child).then(() => undefined) }
}

function whenTold(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) =>
      reject(new Error(`A server of the benchmark ended with ${code}.`)),
    )
  })
}

function toServed(child: ChildProcess, url: string): Served {
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()),
  )
  return {
    url,
    pid: child.pid ?? 0,
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    megabytes: () => readMegabytes(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function readMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024)
}

/** Of those it started only what has ended. Linux counts in hundredths. */
export function readCpuSeconds(pid: number): number {
  const fields = readStat(pid)
  return [11, 12, 13, 14].reduce(
    (sum, at) => sum + Number(fields[at] ?? 0) / 100,
    0,
  )
}

/** A process and those below it. */
export function listFamily(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: readParent(Number(name)) }))
  const below = (parent: number): number[] =>
    all
      .filter((each) => each.parent === parent)
      .flatMap((each) => [each.pid, ...below(each.pid)])
  return [pid, ...below(pid)]
}

/** What processes hold, with what several share divided among them (PSS). */
export function readHeldMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.reduce((sum, pid) => sum + readPss(pid), 0)
  return Math.round(kilobytes / 1_024)
}

/** Nothing of one that is gone. */
function readPss(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`
  const rollup = (() => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ESRCH') return ''
      throw error
    }
  })()
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
}

function readParent(pid: number): number {
  return Number(readStat(pid)[1])
}

/** What Linux knows of a process, after its name; nothing of one that is gone. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
