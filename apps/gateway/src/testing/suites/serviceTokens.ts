import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UsageError } from '../../program/command.js'
import { runToken, TokenNameError } from '../../program/runToken.js'
import { openStore, type Store } from '../../store/openStore.js'
import { judgeServiceToken } from '../../store/serviceTokens.js'
import { createTestDatabase } from '../createTestDatabase.js'
import { silent as log } from '../silent.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

let folder: string
let world: TestWorld
let databaseUrl: string
let store: Store

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-token-'))
  world = await shareTestWorld()
  databaseUrl = await createTestDatabase(world.postgres.url)
  store = await openStore({ url: databaseUrl, log })
  const chains = [{ chainId: 31337, rpcUrls: ['http://127.0.0.1:1'] }]
  await writeFile(join(folder, 'config.json'), JSON.stringify({ chains }))
}, 300_000)
afterAll(async () => {
  await store?.destroy()
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<string[]> {
  const printed: string[] = []
  await runToken({
    args: [...args, '--config', join(folder, 'config.json')],
    environment: { DATABASE_URL: databaseUrl },
    log,
    print: (line) => printed.push(line),
  })
  return printed
}

test('the operator adds, lists and removes tokens of programs', async () => {
  const [token = ''] = await run('add', 'bot')
  expect(token.length).toBeGreaterThanOrEqual(32)
  expect(await judgeServiceToken(store, token)).toBe('known')
  await expect(run('add', 'bot')).rejects.toThrow(TokenNameError)
  expect(await run('list')).toEqual([expect.stringMatching(/^bot 20\d\d-/)])
  const { rows } = await sql<{ text: string }>`
    select service_token::text as text from service_token
  `.execute(store)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
  expect(await run('remove', 'bot')).toEqual(['bot was removed.'])
  expect(await run('remove', 'bot')).toEqual(['Token bot does not exist.'])
  expect(await run('list')).toEqual([])
})

test('a token needs a verb and a name', async () => {
  for (const args of [[], ['add'], ['rename', 'bot']])
    await expect(run(...args)).rejects.toThrow(UsageError)
})
