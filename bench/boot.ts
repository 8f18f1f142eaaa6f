import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions } from '../e2e/launchOptions.js'
import { findFreePorts } from '../e2e/product.js'
import { listFamily, readHeldMegabytes } from './serving/processes.js'

const root = join(import.meta.dirname, '..')

type Measurement = {
  installSeconds: number | null
  firstStartSeconds: number
  secondStartSeconds: number
  processes: number
  gatewayMegabytes: number
  databaseMegabytes: number
  /** Of gateway and database together. */
  megabytes: number
  chainsMegabytes: number
  promptsNeeded: number
  outboundConnections: number | null
  pathLength: number
}

/**
 * From a fresh clone to the first rendered safe, as a newcomer meets it. The
 * clone lives in a 0700 folder whose name has a space, packages are installed
 * without scripts, and standard input is closed: a prompt would end in an
 * error. With `quick` the installed packages
 * are taken from this checkout instead of being installed.
 */
export async function run({ quick }: { quick: boolean }) {
  // mkdtemp makes it 0700; the path ends up with a space and 150 characters.
  const folder = mkdtempSync(join(tmpdir(), 'covault boot '))
  const clone = join(folder, 'x'.repeat(Math.max(1, 149 - folder.length)))
  try {
    execFileSync('git', ['clone', '--quiet', root, clone])
    const installSeconds = quick ? takePackages(clone) : await install(clone)
    const first = await measureStart(clone)
    const second = await measureStart(clone)
    const result: Measurement = {
      installSeconds,
      firstStartSeconds: first.seconds,
      secondStartSeconds: second.seconds,
      ...second.idle,
      promptsNeeded: 0,
      outboundConnections: await countOutbound(clone),
      pathLength: clone.length,
    }
    console.table(result)
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function takePackages(clone: string): null {
  cpSync(join(root, 'node_modules'), join(clone, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  return null
}

async function install(clone: string): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['ci', '--ignore-scripts'], {
    cwd: clone,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`npm ci ended with ${code}.`)
  return seconds(started)
}

async function measureStart(clone: string) {
  const started = performance.now()
  const child = await start(clone, [])
  const url = await readUrl(child)
  await waitForSafe(url)
  const took = seconds(started)
  const idle = readIdle(child)
  await stop(child)
  return { seconds: took, idle }
}

/**
 * Connection attempts to anything but this machine, counted by strace in a
 * start of its own, because tracing is slow. Null where there is no strace.
 */
async function countOutbound(clone: string): Promise<number | null> {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const file = join(clone, '..', 'connections')
  const trace = ['strace', '-f', '-qq', '-e', 'trace=connect', '-o', file]
  const child = await start(clone, trace)
  await readUrl(child)
  await stop(child)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /AF_INET6?/.test(line))
    .filter((line) => !/127\.\d+\.\d+\.\d+|"::1"/.test(line)).length
}

async function start(clone: string, prefix: string[]): Promise<ChildProcess> {
  const port = String(await findFreePorts())
  const command = [...prefix, 'npm', 'start', '--', '--port', port]
  return spawn(command[0] ?? 'npm', command.slice(1), {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
    // A group of its own, to be interrupted whole, as a terminal does it.
    detached: true,
  })
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await ended
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      process.stdout.write(chunk)
      output += chunk
      const url = /Covault is ready at (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    child.once('close', (code) =>
      reject(new Error(`npm start ended with ${code}.`)),
    )
  })
}

async function waitForSafe(url: string): Promise<void> {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByText('Treasury').first().waitFor()
  } finally {
    await browser.close()
  }
}

/** Memory (PSS) of the processes below the launcher, by what they are. */
function readIdle(child: ChildProcess) {
  const [, ...below] = listFamily(child.pid ?? 0)
  const processes = below.map((pid) => ({ pid, command: readCommand(pid) }))
  const memory = (pattern: RegExp) =>
    readHeldMegabytes(
      processes
        .filter(({ command }) => pattern.test(command))
        .map(({ pid }) => pid),
    )
  const gatewayMegabytes = memory(/gateway\/dist\/main\.js/)
  const databaseMegabytes = memory(/postgres/)
  return {
    processes: processes.length,
    gatewayMegabytes,
    databaseMegabytes,
    megabytes: gatewayMegabytes + databaseMegabytes,
    chainsMegabytes: memory(/anvil/),
  }
}

function readCommand(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return words.replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function seconds(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10
}
