import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { accounts } from './accounts.js'
import { findAnvilBinary } from './anvilBinary.js'
import { createDevnetClient, type DevnetClient } from './devnetClient.js'
import { endWithProcess } from './endWithProcess.js'
import { type ReorgParameters, reorg } from './reorg.js'
import { keepStateCopy, restoreState } from './savedState.js'
import { setClockToNow } from './setClockToNow.js'
import { settle } from './settle.js'

export type StartDevnetParameters = {
  chainId: number
  /** A free one unless given. */
  port?: number | undefined
  /** Where the chain is kept between starts; in memory only unless given. */
  stateFile?: string | undefined
  /** How often it is written there. */
  saveSeconds?: number | undefined
  /** Seconds between blocks; a block per transaction unless given. */
  blockTime?: number | undefined
  /** Blocks come only from `mine`. */
  noMining?: boolean | undefined
  /** Called as soon as there is a process, before it listens. */
  onSpawn?: ((pid: number) => void) | undefined
}

export type Devnet = {
  chainId: number
  url: string
  port: number
  pid: number
  client: DevnetClient
  accounts: readonly HDAccount[]
  snapshot(): Promise<Hex>
  revert(snapshot: Hex): Promise<void>
  mine(blocks?: number): Promise<void>
  reorg(parameters: ReorgParameters): Promise<void>
  increaseTime(seconds: number): Promise<void>
  impersonate<result>(
    address: Address,
    act: (address: Address) => Promise<result>,
  ): Promise<result>
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<AnvilEnd>
  /** Ends the process, which saves its state, and waits for that. */
  stop(): Promise<void>
}

export type AnvilEnd = { code: number | null; signal: NodeJS.Signals | null }

type AnvilProcess = ChildProcessByStdio<null, Readable, Readable>

const secondsToSave = 60

// Block 0 of a new chain is this old, which leaves room for a history. The
// chain's clock shows the present all the same.
const secondsOfHistory = 60 * 86_400

/** Starts an anvil on the loopback interface and waits until it listens. */
export async function startDevnet(
  parameters: StartDevnetParameters,
): Promise<Devnet> {
  const { chainId, stateFile } = parameters
  const resumed = stateFile !== undefined && restoreState(stateFile)
  const child = spawn(findAnvilBinary(), getArguments(parameters), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C ends a chain in memory; one that is kept waits for `stop`.
    detached: stateFile !== undefined,
  })
  const ended = whenEnded(child)
  if (child.pid !== undefined) parameters.onSpawn?.(child.pid)
  if (stateFile === undefined) endWithProcess(child)
  // A chain that is kept is told to save itself, should nobody call `stop`.
  else process.once('exit', () => child.kill('SIGTERM'))
  const port = await whenListening(child, { chainId })
  const url = `http://127.0.0.1:${port}`
  const client = createDevnetClient({ chainId, url })
  if (resumed) await setClockToNow(client)
  // Unlike setting it, moving the clock lets blocks in the past be mined.
  else await client.increaseTime({ seconds: secondsOfHistory })
  const stopCopying =
    stateFile === undefined ? undefined : keepStateCopy(client, { stateFile })
  void ended.then(stopCopying)
  return {
    chainId,
    url,
    port,
    // A process that listens has been spawned, and then it has an id.
    pid: child.pid ?? 0,
    client,
    accounts,
    ended,
    ...createControls(client),
    stop: () => stop(child, ended),
  }
}

function getArguments({
  chainId,
  port,
  stateFile,
  saveSeconds = 30,
  blockTime,
  noMining,
}: StartDevnetParameters): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port ?? 0)],
    ...['--chain-id', String(chainId)],
    ...(stateFile === undefined
      ? []
      : getSavingArguments(stateFile, saveSeconds)),
    // anvil makes a new block 0 at every start: only the same time gives it the
    // same hash, by which others know the chain.
    ...['--timestamp', readGenesisTime(stateFile)],
    ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
    ...(noMining ? ['--no-mining'] : []),
  ]
}

// Without the historical states a resumed chain could not answer questions
// about its old blocks. Each of them is written whole, again and again, changed
// or not: of a chain with hundreds of safes that is most of what anvil does.
function getSavingArguments(stateFile: string, saveSeconds: number): string[] {
  return [
    ...['--state', stateFile],
    ...['--state-interval', String(saveSeconds)],
    '--preserve-historical-states',
  ]
}

/** Also a chain whose state was lost stays the same one: it went back. */
function readGenesisTime(stateFile: string | undefined): string {
  const time = String(Math.floor(Date.now() / 1000) - secondsOfHistory)
  if (stateFile === undefined) return time
  const file = `${stateFile}.genesis`
  if (existsSync(file)) return readFileSync(file, 'utf8')
  writeFileSync(file, time)
  return time
}

function whenEnded(child: AnvilProcess): Promise<AnvilEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null })
    })
  })
}

// anvil says where it listens; asking the port instead could be answered by
// another process that took it a moment earlier.
function whenListening(
  child: AnvilProcess,
  { chainId }: { chainId: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    const fail = (cause?: unknown) =>
      reject(new AnvilStartError({ chainId, said: said.join(''), cause }))
    const listen = (chunk: string) => {
      said.push(chunk)
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said.join(''))?.[1]
      if (port === undefined) return
      // Nobody reads on, but a full pipe would stop the process.
      child.stdout.off('data', listen).resume()
      child.stderr.off('data', complain).resume()
      resolve(Number(port))
    }
    const complain = (chunk: string) => said.push(chunk)
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', complain)
    child.once('error', fail)
    child.once('close', () => fail())
  })
}

function createControls(client: DevnetClient) {
  return {
    async snapshot() {
      await settle(client)
      return client.snapshot()
    },
    async revert(snapshot: Hex) {
      await settle(client)
      await client.revert({ id: snapshot })
    },
    async mine(blocks = 1) {
      await settle(client)
      await client.mine({ blocks })
    },
    reorg: (parameters: ReorgParameters) => reorg(client, parameters),
    async increaseTime(seconds: number) {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
    async impersonate<result>(
      address: Address,
      act: (address: Address) => Promise<result>,
    ) {
      await client.impersonateAccount({ address })
      try {
        return await act(address)
      } finally {
        await client.stopImpersonatingAccount({ address })
      }
    },
  }
}

async function stop(
  child: AnvilProcess,
  ended: Promise<AnvilEnd>,
): Promise<void> {
  child.kill('SIGTERM')
  // One that was suspended hears nothing.
  child.kill('SIGCONT')
  const timer = setTimeout(() => child.kill('SIGKILL'), secondsToSave * 1000)
  await ended
  clearTimeout(timer)
}

export class AnvilStartError extends BaseError {
  override name = 'AnvilStartError'

  constructor({
    chainId,
    said,
    cause,
  }: {
    chainId: number
    said: string
    cause?: unknown
  }) {
    super(
      `The local chain ${chainId} did not start. ${said.trim() || 'anvil ended without a word.'}`,
      { cause },
    )
  }
}
