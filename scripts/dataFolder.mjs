// One running instance per data folder, and no process of a killed one left.
import { execFileSync } from 'node:child_process'
import { existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createOwnFolder } from './ownFolder.mjs'
import { writePrivate } from './privateFiles.mjs'
import { Stop } from './run.mjs'

/** Creates and locks the folder; what is answered must be released at the end. */
export function lockDataFolder(folder) {
  createOwnFolder(folder)
  const file = join(folder, 'covault.pid')
  const owner = readNumber(file)
  if (owner !== undefined && readCommandLine(owner).includes('start.mjs'))
    throw new Stop(
      `Covault already runs on ${folder}, with process id ${owner}. Stop it, or start this one with another folder and port: npm start -- --data DIR --port N`,
    )
  rmSync(file, { force: true })
  const descriptor = openLock(file)
  writeSync(descriptor, String(process.pid))
  return { release: () => rmSync(file, { force: true }) }
}

/** Exclusive: of two that start in the same moment one fails here. */
function openLock(file) {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    throw new Stop(
      error.code === 'EEXIST'
        ? `Another Covault is starting on ${dirname(file)} right now.`
        : `The data folder ${dirname(file)} cannot be written: ${error.message}`,
    )
  }
}

/**
 * The processes of this instance, on disk, so that the next start can end
 * those that a kill -9 orphaned. `match` must be part of the command line: a
 * number that belongs to a stranger by now is left alone.
 */
export function openLedger(folder) {
  const file = join(folder, 'processes.json')
  const entries = existsSync(file) ? readLedger(file) : []
  const write = () => writePrivate(file, JSON.stringify(entries))
  return {
    add(entry) {
      entries.push(entry)
      write()
    },
    async endAll() {
      for (const { pid, match } of entries.splice(0).reverse())
        if (readCommandLine(pid).includes(match)) await end(pid)
      // Somebody may have removed the folder meanwhile.
      if (existsSync(folder)) write()
    },
  }
}

/** Those of the ledger that are still the ones it names. */
export function listProcesses(folder) {
  const file = join(folder, 'processes.json')
  return (existsSync(file) ? readLedger(file) : []).filter(({ pid, match }) =>
    readCommandLine(pid).includes(match),
  )
}

function readLedger(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Cut short by a crash; the processes then have to be found by hand.
    return []
  }
}

async function end(pid) {
  process.kill(pid, 'SIGTERM')
  // One that was suspended hears nothing.
  process.kill(pid, 'SIGCONT')
  const deadline = Date.now() + 15_000
  while (readCommandLine(pid) !== '') {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
    await delay(50)
  }
}

function readNumber(file) {
  const number = existsSync(file)
    ? Number.parseInt(readFileSync(file, 'utf8'), 10)
    : Number.NaN
  return Number.isInteger(number) ? number : undefined
}

/** Empty when there is no such process. */
function readCommandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    if (process.platform === 'linux') return ''
  }
  try {
    const args = ['-o', 'command=', '-p', String(pid)]
    return execFileSync('ps', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return ''
  }
}
