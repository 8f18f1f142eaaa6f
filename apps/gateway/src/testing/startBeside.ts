import { fork } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './findFreePort.js'

/** The `wholeGateway.ts` of another release; undefined: nothing runs beside. */
const program = process.env.COVAULT_TEST_BESIDE
/** A file that gets a line for each process, with how often it has answered. */
const tally = process.env.COVAULT_TEST_BESIDE_TALLY

type Place = { url: string; chainId: number; rpcUrl: string }

/**
 * Another release serves the same database for as long as there is one. If it
 * is the newer one it migrates the database. It is asked for lists of all
 * safes meanwhile; one that fails to answer fails the tests.
 */
export async function startBeside(place: Place): Promise<void> {
  if (program === undefined) return
  const { url, chainId, rpcUrl } = place
  const folder = await mkdtemp(join(tmpdir(), 'covault-beside-'))
  const file = join(folder, 'config.json')
  const port = await findFreePort()
  const chains = [{ chainId, rpcUrls: [rpcUrl] }]
  await writeFile(file, JSON.stringify({ port, data: folder, chains }))
  await writeFile(join(folder, 'index.html'), '<title>Covault</title>')
  await writeFile(
    join(folder, 'document.json'),
    '{"scriptHashes":[],"styleHashes":[],"pageFiles":{},"integrity":{}}',
  )
  const child = fork(program, [file, folder, '--role', 'api'], {
    execArgv: ['--conditions=source', '--import=tsx'],
    env: { ...process.env, DATABASE_URL: url },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) =>
      reject(new Error(`The release beside this one ended with ${code}.`)),
    )
  })
  const database = new pg.Client({ connectionString: url })
  database.on('error', () => undefined)
  await database.connect()
  const ended = new AbortController()
  const read = { answers: 0 }
  database.once('end', () => {
    ended.abort()
    if (tally !== undefined) appendFileSync(tally, `${read.answers}\n`)
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const gateway = `http://127.0.0.1:${port}/v1/chains/${chainId}`
  void readOn(read, { database, chainId, gateway, signal: ended.signal })
}

const readEveryMs = 200

/** Lists alone: to read them leaves nothing behind that tests look at. */
const lists = [
  'transactions/queued',
  'transactions/history',
  'multisig-transactions',
  'messages',
]

async function readOn(
  read: { answers: number },
  parameters: {
    database: pg.Client
    chainId: number
    gateway: string
    signal: AbortSignal
  },
): Promise<void> {
  const { database, chainId, gateway, signal } = parameters
  try {
    for (let turn = 0; !signal.aborted; turn++) {
      const { rows } = await database.query<{ safe: string }>(
        `select '0x' || encode(safe, 'hex') as safe from watch
         where chain_id = $1 order by 1`,
        [chainId],
      )
      const safe = rows[turn % rows.length]?.safe
      const list = lists[turn % lists.length]
      if (safe) {
        const path = `${gateway}/safes/${safe}/${list}`
        const reply = await fetch(path, { signal })
        const text = await reply.text()
        if (reply.status !== 200)
          throw new Error(`The release beside this one: ${path}: ${text}`)
        read.answers++
      }
      await delay(readEveryMs, undefined, { signal })
    }
  } catch (error) {
    // A database that is gone takes all with it.
    const isThere = await database.query('select 1').then(
      () => true,
      () => false,
    )
    if (isThere) throw error
  }
}
