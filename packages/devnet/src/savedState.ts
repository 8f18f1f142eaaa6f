import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { BaseError } from '@covault/protocol'
import type { DevnetClient } from './devnetClient.js'

/*
 * anvil writes its state over the old one again and again. Killed while
 * writing it leaves half a file, with which it does not start again, so a
 * copy is kept of a whole one.
 */

const secondsBetweenChecks = 2

/**
 * Makes sure that the file is one anvil can start from, by the copy if need
 * be. False if there is nothing to start from.
 */
export function restoreState(stateFile: string): boolean {
  const copy = getCopyPath(stateFile)
  if (isWholeFile(stateFile)) {
    // The next kill may come before the first copy of this run.
    copyWhole(stateFile)
    return true
  }
  if (isWholeFile(copy)) {
    copyFileSync(copy, stateFile)
    return true
  }
  if (existsSync(copy)) throw new DamagedStateError({ stateFile })
  // Killed before the first copy: nothing but a beginning is lost.
  rmSync(stateFile, { force: true })
  return false
}

/** Copies the file whenever it holds a new head; returns how to end that. */
export function keepStateCopy(
  client: DevnetClient,
  { stateFile }: { stateFile: string },
): () => void {
  const check = createCheck(client, { stateFile })
  let checking = false
  const timer = setInterval(() => {
    if (checking) return
    checking = true
    // A chain that is busy or gone is asked again next time.
    void check()
      .catch(() => undefined)
      .finally(() => {
        checking = false
      })
  }, secondsBetweenChecks * 1000)
  timer.unref()
  return () => clearInterval(timer)
}

function createCheck(
  client: DevnetClient,
  { stateFile }: { stateFile: string },
) {
  let seen = { head: '', at: 0 }
  let copiedHead = ''
  return async () => {
    const { hash } = await client.getBlock()
    if (hash === copiedHead) return
    if (hash !== seen.head) seen = { head: hash, at: Date.now() }
    const isWritten =
      existsSync(stateFile) && statSync(stateFile).mtimeMs > seen.at
    if (isWritten && copyWhole(stateFile)) copiedHead = hash
  }
}

function copyWhole(stateFile: string): boolean {
  const copy = getCopyPath(stateFile)
  const unfinished = `${copy}.unfinished`
  copyFileSync(stateFile, unfinished)
  if (!isWholeFile(unfinished)) return false
  renameSync(unfinished, copy)
  return true
}

function getCopyPath(stateFile: string): string {
  return `${stateFile}.copy`
}

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
const openers = ['{', '['].map((bracket) => bracket.charCodeAt(0))
const closers = ['}', ']'].map((bracket) => bracket.charCodeAt(0))

/** Whether the first bracket is closed at the end: cheap, unlike parsing. */
function isWholeFile(path: string): boolean {
  if (!existsSync(path)) return false
  const bytes = readFileSync(path)
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = findEndOfText(bytes, at)
    else if (openers.includes(byte)) depth++
    else if (closers.includes(byte) && --depth === 0)
      return bytes.toString('utf8', at + 1).trim() === ''
  }
  return false
}

// Nearly all of the file is text, which this leaps over.
function findEndOfText(bytes: Buffer, start: number): number {
  let end = start
  do {
    end = bytes.indexOf(quote, end + 1)
    if (end === -1) return bytes.length
  } while (isEscaped(bytes, end))
  return end
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at
  while (bytes[first - 1] === backslash) first--
  return (at - first) % 2 === 1
}

export class DamagedStateError extends BaseError {
  override name = 'DamagedStateError'

  constructor({ stateFile }: { stateFile: string }) {
    super(
      `The saved chain ${stateFile} and its copy are both damaged. Delete them, or start with --reset, to begin a new chain.`,
    )
  }
}
