import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress, keccak256, stringToHex, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup, startBackups } from '../../backups/startBackups.js'
import { runExport, runRestore } from '../../program/runBackup.js'
import { listActs, noteAct } from '../../store/audit.js'
import { readLastBackups } from '../../store/backupRuns.js'
import { openBridge } from '../../store/bridges.js'
import { toBytes } from '../../store/bytes.js'
import { saveComment } from '../../store/comments.js'
import { saveNameSet } from '../../store/names.js'
import { openStore, type Store } from '../../store/openStore.js'
import { saveProposal } from '../../store/proposals.js'
import { addReceiver } from '../../store/receivers.js'
import { saveServiceToken } from '../../store/serviceTokens.js'
import { readTransaction } from '../../store/transactions.js'
import { createTestDatabase } from '../createTestDatabase.js'
import { silent } from '../silent.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

let folder: string
let world: TestWorld

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-backup-'))
  world = await shareTestWorld()
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({
      chains: [{ chainId: 31337, rpcUrls: ['http://127.0.0.1:1'] }],
    }),
  )
}, 300_000)
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

const slowly = { timeout: 20_000 }

const commands = { export: runExport, restore: runRestore }

const run = (command: keyof typeof commands, url: string, file: string) => {
  const printed: string[] = []
  return commands[command]({
    args: ['--file', file, '--config', join(folder, 'config.json')],
    environment: { DATABASE_URL: url },
    log: silent,
    print: (line) => printed.push(line),
  }).then(() => printed)
}

const safe = getAddress(`0x${'a1'.repeat(20)}`)
const owner = getAddress(`0x${'b2'.repeat(20)}`)
const safeTxHash = `0x${'c3'.repeat(32)}` as const
const limits = {
  ...{ unsigned: 10, vouched: 10, drafts: 10, waiting: 10 },
  fromNonce: 0n,
}

async function fill(store: Store): Promise<void> {
  await store
    .insertInto('watch')
    .values({
      chain_id: 31337n,
      safe: toBytes(safe),
      interest: 'pinned',
      wanted_from: 12n,
      followed_from: 99n,
    })
    .execute()
  await saveProposal(
    store,
    {
      chainId: 31337,
      safe,
      safeTxHash,
      fields: {
        nonce: 7n,
        to: owner,
        // No JavaScript number holds it.
        value: 2n ** 256n - 1n,
        data: '0x00ff',
        operation: 0,
        safeTxGas: 0n,
        baseGas: 0n,
        gasPrice: 0n,
        gasToken: owner,
        refundReceiver: owner,
      },
      claim: {
        proposer: owner,
        proposedByDelegate: null,
        origin: '{"name":"„Grüße“ \\u2028"}',
        note: 'rent',
      },
      isProvenAnew: true,
      unsigned: null,
      confirmations: [
        { owner, signature: `0x${'11'.repeat(65)}`, kind: 'ecdsa' },
      ],
    },
    limits,
  )
  await store
    .insertInto('delegate')
    .values({
      chain_id: 31337n,
      safe: null,
      delegate: toBytes(safe),
      delegator: toBytes(owner),
      label: 'Bookkeeping',
      expires_at: null,
    })
    .execute()
}

/** What the people of a safe keep for each other. */
async function fillTeam(store: Store): Promise<void> {
  await saveComment(
    store,
    {
      ...{ chainId: 31337, safe, safeTxHash, writer: owner },
      ...{ id: `0x${'e5'.repeat(32)}`, text: '„Grüße“ \u2028 and 100 %' },
      writtenAt: new Date(1_760_000_000_123),
      signature: `0x${'22'.repeat(65)}`,
    },
    { ofTransaction: 1, ofWriter: 1 },
  )
  const known = await readTransaction(store, { chainId: 31337, safeTxHash })
  if (!known?.fields) throw new Error('There is no proposal.')
  await saveProposal(
    store,
    {
      ...{ chainId: 31337, safe, safeTxHash: `0x${'d5'.repeat(32)}` },
      fields: known.fields,
      ...{ claim: null, isProvenAnew: true, confirmations: [] },
      unsigned: { owner, vouchedBy: owner, awaited: false },
    },
    limits,
  )
}

/** What members and the operator made here. */
async function fillRights(store: Store): Promise<void> {
  await saveServiceToken(store, {
    ...{ name: 'bookkeeping', token: 'secret', account: owner },
    ...{ scope: 'propose', safes: [{ chainId: 31337, address: safe }] },
  })
  await openBridge(store, {
    ...{ chainId: 31337, safe, url: 'https://other.example' },
  })
  await fillNames(store, ['Acme', 'Acme „Grüße“'])
  await store
    .insertInto('email_address')
    .values({
      ...{ account: toBytes(owner), address: 'owner@example.com' },
      confirmed_at: new Date(1_760_000_000_000),
    })
    .execute()
  await addReceiver(store, {
    ...{ kind: 'webhook', form: 'events', account: owner, name: null },
    ...{ place: { chainId: 31337, safe }, url: 'https://hook.example/a' },
    ...{ secret: 'whsec_c2VjcmV0', label: 'Treasury', amounts: true },
  })
  await noteAct(store, {
    ...{
      account: owner,
      act: 'created an access token',
      subject: 'bookkeeping',
    },
  })
}

/** What owners share; the signatures do not matter here. */
async function fillNames(
  store: Store,
  names: readonly string[],
): Promise<void> {
  for (const [at, name] of names.entries())
    await saveNameSet(store, {
      ...{ chainId: 31337, safe, sequence: at + 1, time: 1_794_000_000 },
      hash: keccak256(stringToHex(name)),
      previous: at ? keccak256(stringToHex(names[at - 1] ?? '')) : zeroHash,
      author: owner,
      signature: `0x${'11'.repeat(65)}`,
      changes: [{ chainId: 1, address: owner, name }],
    })
}

const contentOf = async (store: Store) => ({
  receivers: await store
    .selectFrom('receiver')
    .select(['id', 'account', 'safe', 'url', 'secret', 'label', 'amounts'])
    .execute(),
  addresses: await store
    .selectFrom('email_address')
    .select(['account', 'address', 'confirmed_at'])
    .execute(),
  acts: (await listActs(store, { before: undefined, limit: 10 })).map(
    ({ id: _, ...act }) => act,
  ),
  tokens: await store.selectFrom('service_token').selectAll().execute(),
  tokenSafes: await store
    .selectFrom('service_token_safe')
    .selectAll()
    .execute(),
  bridges: await store.selectFrom('bridge').selectAll().execute(),
  comments: await store.selectFrom('comment').selectAll().execute(),
  names: await store
    .selectFrom('name_set')
    .selectAll()
    .orderBy('sequence')
    .execute(),
  proposals: await store
    .selectFrom('multisig_tx')
    .selectAll()
    .orderBy('safe_tx_hash')
    .execute(),
  confirmations: await store.selectFrom('confirmation').selectAll().execute(),
  delegates: await store.selectFrom('delegate').selectAll().execute(),
})

test('a restore holds to the last digit what an export wrote', async () => {
  const from = await createTestDatabase(world.postgres.url)
  const to = await createTestDatabase(world.postgres.url)
  const source = await openStore({ url: from, log: silent })
  const target = await openStore({ url: to, log: silent })
  try {
    await fill(source)
    await fillRights(source)
    await fillTeam(source)
    const file = join(folder, 'backup.jsonl')
    expect(await run('export', from, file)).toEqual(['Exported 14 rows.'])
    expect(await run('restore', to, file)).toEqual(['Restored 14 rows.'])
    expect(await contentOf(target)).toEqual(await contentOf(source))
    const [watch] = await target.selectFrom('watch').selectAll().execute()
    expect(watch).toMatchObject({ interest: 'pinned', followed_from: null })
    // A draft has no end, here and there.
    const { acts, addresses, comments, proposals, receivers } =
      await contentOf(target)
    for (const kept of [acts, addresses, comments, receivers])
      expect(kept).toHaveLength(1)
    expect(proposals.at(-1)).toMatchObject({
      vouched_by: toBytes(owner),
      expires_at: null,
    })
    // A second restore changes nothing.
    await run('restore', to, file)
    expect(await contentOf(target)).toEqual(await contentOf(source))
    await expect(run('export', from, file)).rejects.toThrow('cannot be used')
  } finally {
    await source.destroy()
    await target.destroy()
  }
}, 30_000)

test('a restore adds no names that do not follow those which are here', async () => {
  const url = await createTestDatabase(world.postgres.url)
  const store = await openStore({ url, log: silent })
  try {
    await fillNames(store, ['Another'])
    await run('restore', url, join(folder, 'backup.jsonl'))
    const { names } = await contentOf(store)
    expect(names.map(({ changes }) => changes)).toEqual([
      [[1, owner, 'Another']],
    ])
  } finally {
    await store.destroy()
  }
}, 30_000)

test('a restore gives a day to what nobody signed', async () => {
  const url = await createTestDatabase(world.postgres.url)
  const file = join(folder, 'older.jsonl')
  const row = {
    chain_id: 31337,
    safe_tx_hash: `\\x${'d4'.repeat(32)}`,
    safe: `\\x${safe.slice(2)}`,
    nonce: 7,
    details: 'proposal',
    proposer: `\\x${owner.slice(2)}`,
    note: 'as agreed',
    submitted_at: '2026-01-01T00:00:00Z',
    trusted: false,
  }
  const lines = [
    { covault: 'backup', version: 1 },
    { table: 'multisig_tx', row },
  ]
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  await run('restore', url, file)
  const store = await openStore({ url, log: silent })
  const [stored] = (await contentOf(store)).proposals
  await store.destroy()
  expect(stored).toMatchObject({
    proposer: null,
    note: null,
    named_owner: toBytes(owner),
    expires_at: expect.any(Date),
  })
}, 30_000)

test('a file that is not a backup stores nothing', async () => {
  const url = await createTestDatabase(world.postgres.url)
  const file = join(folder, 'broken.jsonl')
  const good = (await readFile(join(folder, 'backup.jsonl'), 'utf8')).split(
    '\n',
  )
  for (const [content, message] of [
    ['{}\n', 'not a backup'],
    ['', 'empty'],
    [`${good[0]}\nnot json\n`, 'Line 2'],
    [`${good[0]}\n${good[1]}\n{"table":"session","row":{}}\n`, 'unknown kind'],
  ] as const) {
    await writeFile(file, content)
    await expect(run('restore', url, file)).rejects.toThrow(message)
  }
  const store = await openStore({ url, log: silent })
  expect(await store.selectFrom('watch').selectAll().execute()).toEqual([])
  await store.destroy()
}, 30_000)

test('backups are made by themselves, kept in number, and can be restored', async () => {
  const from = await createTestDatabase(world.postgres.url)
  const to = await createTestDatabase(world.postgres.url)
  const source = await openStore({ url: from, log: silent })
  const target = await openStore({ url: to, log: silent })
  const place = join(folder, 'by itself')
  const backup = { folder: place, keep: 2, everyMs: 50 }
  try {
    await fill(source)
    // What a kill has left is never taken for a backup.
    await mkdir(place, { recursive: true })
    const cut = join(place, 'covault-2020.jsonl.partial')
    await writeFile(cut, 'cut short')
    await utimes(cut, 1, 1)
    const backups = startBackups({
      ...{ backup, store: source, databaseUrl: from, log: silent },
    })
    await expect
      .poll(() => readLastBackups(source), slowly)
      .toMatchObject({ last: { rows: 4 }, failed: null })
    await expect
      .poll(async () => {
        const { n } = await source
          .selectFrom('backup_run')
          .select(({ fn }) => fn.countAll<bigint>().as('n'))
          .executeTakeFirstOrThrow()
        return Number(n)
      }, slowly)
      .toBeGreaterThan(3)
    await backups.stop()
    const files = (await readdir(place)).sort()
    expect(files).toHaveLength(2)
    for (const name of files) {
      expect(name).toMatch(/^covault-.*Z\.jsonl$/)
      const { mode } = await stat(join(place, name))
      expect(mode & 0o077).toBe(0)
    }
    await run('restore', to, join(place, files.at(-1) ?? ''))
    expect(await contentOf(target)).toEqual(await contentOf(source))
  } finally {
    await source.destroy()
    await target.destroy()
  }
}, 60_000)

test('a backup that fails is noted with its reason', async () => {
  const url = await createTestDatabase(world.postgres.url)
  const store = await openStore({ url, log: silent })
  const file = join(folder, 'a file, not a folder')
  await writeFile(file, '')
  try {
    const backup = { folder: file, keep: 2, everyMs: 60_000 }
    await expect(makeBackup({ backup, store, log: silent })).rejects.toThrow()
    expect(await readLastBackups(store)).toMatchObject({
      last: null,
      failed: { problem: expect.stringContaining('EEXIST') },
    })
  } finally {
    await store.destroy()
  }
}, 30_000)
