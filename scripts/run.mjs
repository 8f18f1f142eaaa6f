// Running other programs from scripts that work before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(
  /\/$/,
  '',
)

/** An ending that has been explained to the user: no stack trace. */
export class Stop extends Error {}

export const isRoot = process.getuid?.() === 0

export function findOnPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const running = new Set()

/** Ends the programs that are being run, when we are told to end ourselves. */
export function endRunning() {
  for (const child of running) child.kill('SIGTERM')
}

function spawnAndWait(command, args, options) {
  const child = spawn(command, args, { cwd: root, ...options })
  running.add(child)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal))
  }).finally(() => running.delete(child))
  return { child, ended }
}

/** Runs a program to its end with its output on our own; answers its code. */
export function run(command, args, options = {}) {
  const stdio = ['ignore', 'inherit', 'inherit']
  return spawnAndWait(command, args, { stdio, ...options }).ended
}

/** Runs a program quietly; its output is shown only when it fails. */
export async function runQuietly(command, args, options = {}) {
  const stdio = ['ignore', 'pipe', 'pipe']
  const { child, ended } = spawnAndWait(command, args, { stdio, ...options })
  const output = []
  child.stdout?.on('data', (chunk) => output.push(chunk))
  child.stderr?.on('data', (chunk) => output.push(chunk))
  const code = await ended
  const text = Buffer.concat(output).toString()
  if (code !== 0)
    throw new Stop(
      `${text.trim()}\n${command} ${args.join(' ')} ended with ${code}.`,
    )
  return text
}

export function node(args, options) {
  return runQuietly(process.execPath, args, options)
}

/** Debian's packages, when we may install them. */
export async function installDebianPackages(names) {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const install = ['install', '-y', '--no-install-recommends', ...names]
  if (
    spawnSync('apt-get', install, { ...options, stdio: 'ignore' }).status === 0
  )
    return
  await runQuietly('apt-get', ['update'], options)
  await runQuietly('apt-get', install, options)
}

/** Says what is being done and, when it took a while, how long. */
export async function step(title, work) {
  const started = Date.now()
  process.stdout.write(`  ${title} …`)
  try {
    const result = await work()
    process.stdout.write(` ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stdout.write(' failed\n')
    throw error
  }
}

/** Runs a script's main function; an explained stop prints only its words. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
