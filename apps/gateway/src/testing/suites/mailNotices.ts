import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  runTransaction,
  signTransaction,
} from '@covault/devnet'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { savePastPrices } from '../../store/prices.js'
import { post, propose, sign, toProposal } from '../apiSuite.js'
import { type MailServer, startMailServer } from '../mailServer.js'
import { signIn } from '../membersWorld.js'
import { type NoticesGateway, openNoticesGateway } from '../noticesWorld.js'
import { sendBlock } from '../sendBlock.js'
import {
  catchUp,
  createTestChain,
  shareTestWorld,
  type TestWorld,
} from '../testWorld.js'

// E-mails to members about their safes.

const { alice, bob, carol, dave, deployer, stranger } = demoAccounts
let world: TestWorld
let mailServer: MailServer
let gateway: NoticesGateway
let safe: DeployedSafe
let chain: ReturnType<typeof createTestChain>
/** Bob's, who is the one who wants e-mails. */
let cookie: string
const mailbox = 'bob@example.com'
const password = 'a password that is told nobody'

beforeAll(async () => {
  world = await shareTestWorld()
  mailServer = await startMailServer({ user: 'covault', password })
  gateway = await openNoticesGateway(world, {
    notices: {
      mail: {
        ...{ host: '127.0.0.1', port: mailServer.port, user: 'covault' },
        passwordFrom: 'COVAULT_MAIL_PASSWORD',
        from: 'Covault <covault@example.com>',
      },
    },
    environment: { COVAULT_MAIL_PASSWORD: password },
  })
  safe = await deploySafe(world.devnet, {
    owners: [alice, bob, carol].map(({ address }) => address),
    threshold: 2,
    saltNonce: 281_000n,
  })
  cookie = await signIn(gateway.app, bob)
  // Anyone who asks as an owner has the safe followed.
  expect((await ask({ url: path() })).statusCode).toBe(200)
  chain = createTestChain({
    store: gateway.store,
    urls: [world.devnet.url],
    settings: { logsPerStep: 1_000 },
  })
  await catchUp(chain)
  gateway.start()
}, 300_000)
afterAll(async () => {
  await gateway?.remove()
  await mailServer?.stop()
  await world?.stop()
})

const ask = (request: InjectOptions, as = cookie) =>
  gateway.app.inject({ ...request, headers: { host: 'localhost', cookie: as } })

const path = () => `/v1/chains/31337/safes/${safe.address}/notices`

const choices = {
  ...{ label: 'Treasury\r\nBcc: all@example.com', amounts: false },
  ...{ needsSignature: true, ready: true, executed: true, failed: true },
  ...{ setup: true, incoming: true, incomingOver: '4000', digest: true },
  reminderDays: 3,
}

async function proposeAs(
  nonce: bigint,
  value = 1n,
): Promise<Awaited<ReturnType<typeof signTransaction>>> {
  const plan = { to: dave.address, value, nonce }
  const signed = await signTransaction(safe, { plan, signers: [alice] })
  const as = await signIn(gateway.app, alice)
  const body = toProposal(signed, { sender: alice.address })
  expect((await ask(propose(safe, body), as)).statusCode).toBe(200)
  return signed
}

test('nothing is sent to an address before its code comes back', async () => {
  const choose = post(`${path()}/email`, choices)
  expect((await ask(choose)).json().message).toContain('Confirm your e-mail')
  const set = (address: string, as?: string) =>
    ask(post('/v1/auth/email', { address }), as)
  for (const wrong of ['nobody', 'a@b', 'a@b.c, d@e.f', 'a@b.c\nBcc: d@e.f'])
    expect((await set(wrong)).statusCode, wrong).toBe(422)
  const outside = await signIn(gateway.app, stranger)
  expect((await set(mailbox, outside)).statusCode).toBe(403)
  expect((await set(mailbox)).statusCode).toBe(200)
  const [mail] = await mailServer.until(mailbox, 1)
  const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  const wrong = code === '00000000' ? '00000001' : '00000000'
  const confirm = (given: string) =>
    ask(post('/v1/auth/email/confirm', { code: given }))
  expect((await confirm(wrong)).statusCode).toBe(422)
  expect((await ask(choose)).statusCode).toBe(422)
  expect((await confirm(code)).statusCode).toBe(200)
  expect((await confirm(code)).statusCode).toBe(422)
  expect((await ask(choose)).statusCode).toBe(200)
  expect((await ask({ url: path() })).json()).toMatchObject({
    mailOffered: true,
    email: { address: mailbox, confirmed: true },
    choices: { incomingOver: '4000', digest: true },
  })
  expect(mailServer.mails).toHaveLength(1)
})

test('a person is told what they chose, with name, nonce, count and link, and never to click to sign', async () => {
  const signed = await proposeAs(0n)
  const [, asked] = await mailServer.until(mailbox, 2)
  expect(asked?.subject).toBe(
    'Treasury Bcc: all@example.com: new transaction at nonce 0, 1 of 2 signatures.',
  )
  expect(asked?.text).toContain('Your signature is needed.')
  expect(asked?.text).toContain(
    `/transactions/tx?safe=local1:${safe.address}&id=multisig_${safe.address}_${signed.safeTxHash}`,
  )
  const confirm = post(
    `/v1/chains/31337/transactions/${signed.safeTxHash}/confirmations`,
    { signature: await sign(carol, signed.safeTxHash) },
  )
  expect((await ask(confirm)).statusCode).toBe(200)
  const [, , ready] = await mailServer.until(mailbox, 3)
  expect(ready?.subject).toContain('has all signatures (2 of 2)')
  expect(ready?.subject).toContain('Ready to execute.')

  // One is worth less than was asked for, three are not.
  await savePastPrices(gateway.store, {
    ...{ chainId: 31337, asset: 'native' },
    prices: [{ usd: '2000', at: new Date(Date.now() - 86_400_000) }],
  })
  for (const value of [1n, 3n])
    await sendBlock(world.devnet, [
      { account: deployer, to: safe.address, value: value * 10n ** 18n },
    ])
  await runTransaction(world.devnet, safe, {
    plan: { to: dave.address, value: 1n, nonce: 0n },
    signers: [alice, carol],
  })
  await catchUp(chain)
  const told = await mailServer.until(mailbox, 5)
  expect(told.slice(3).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('received a transfer.'),
    expect.stringContaining('transaction at nonce 0 was executed.'),
  ])
  for (const { to, text, subject } of mailServer.mails) {
    expect(to).toEqual([mailbox])
    expect(`${subject} ${text}`).not.toMatch(/click|sign here|sign now/i)
    expect(text).not.toMatch(/<[a-z]+[ >]/i)
  }
})

test('what waits is summed up once a day, and reminders come after days', async () => {
  const before = (await mailServer.until(mailbox, 1)).length
  await proposeAs(1n, 2n)
  await mailServer.until(mailbox, before + 1)
  const makeDue = () =>
    sql`
      update receiver set daily_at = now() where kind = 'email'
    `.execute(gateway.store)
  const wake = () => sql`select pg_notify('covault', '')`.execute(gateway.store)
  await makeDue()
  await wake()
  const digest = (await mailServer.until(mailbox, before + 2)).at(-1)
  expect(digest?.subject).toContain('1 transaction in the queue')
  expect(digest?.text).toContain(
    'Nonce 1: 1 of 2 signatures, needs your signature',
  )
  const quiet = { ...choices, digest: false }
  expect((await ask(post(`${path()}/email`, quiet))).statusCode).toBe(200)
  await sql`
    update multisig_tx set submitted_at = now() - interval '3 days'
    where nonce = 1
  `.execute(gateway.store)
  await makeDue()
  await wake()
  const reminder = (await mailServer.until(mailbox, before + 3)).at(-1)
  expect(reminder?.text).toContain('needs your signature, waiting for 3 days')
})

test('who waits to execute is told when an earlier nonce has made room', async () => {
  const before = (await mailServer.until(mailbox, 1)).length
  const only = { ...choices, needsSignature: false, executed: false }
  expect((await ask(post(`${path()}/email`, only))).statusCode).toBe(200)
  const { safeTxHash } = await proposeAs(2n)
  const signature = await sign(carol, safeTxHash)
  const url = `/v1/chains/31337/transactions/${safeTxHash}/confirmations`
  expect((await ask(post(url, { signature }))).statusCode).toBe(200)
  const early = (await mailServer.until(mailbox, before + 1)).at(-1)
  expect(early?.subject).toContain('Nonce 1 must be executed first.')
  await runTransaction(world.devnet, safe, {
    plan: { to: dave.address, value: 2n, nonce: 1n },
    signers: [alice, carol],
  })
  await catchUp(chain)
  const ready = (await mailServer.until(mailbox, before + 2)).at(-1)
  expect(ready?.subject).toContain(
    'The transaction at nonce 2 is ready to execute.',
  )
})

test('the password is in no answer, and a removed address gets nothing more', async () => {
  for (const url of [path(), '/app-config', '/health/ready'])
    expect((await ask({ url })).body).not.toContain(password)
  expect(
    (await ask({ method: 'DELETE', url: '/v1/auth/email' })).statusCode,
  ).toBe(200)
  expect((await ask({ url: path() })).json()).toMatchObject({
    email: null,
    choices: null,
  })
})

test('anyone who asks for many codes is told to wait', async () => {
  const as = await signIn(gateway.app, carol)
  const statuses: number[] = []
  for (let time = 0; time < 6; time++) {
    const body = { address: `carol${time}@example.com` }
    statuses.push((await ask(post('/v1/auth/email', body), as)).statusCode)
    await ask({ method: 'DELETE', url: '/v1/auth/email' }, as)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
