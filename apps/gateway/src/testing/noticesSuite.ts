import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  signTransaction,
} from '@covault/devnet'
import type { InjectOptions } from 'fastify'
import type { Hex, LocalAccount } from 'viem'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { post, propose, sign, toProposal } from './apiSuite.js'
import {
  type Listener,
  type NoticesGateway,
  openNoticesGateway,
  startListener,
} from './noticesWorld.js'
import { shareTestWorld, type TestWorld } from './testWorld.js'

const { alice, bob, carol, dave } = demoAccounts

/** What the tests of one suite about notices begin with. */
export type NoticesSuite = {
  world(): TestWorld
  newSafe(threshold?: number): Promise<DeployedSafe>
  listen(...answer: Parameters<typeof startListener>): Promise<Listener>
  open(
    notices: object,
    environment?: NodeJS.ProcessEnv,
  ): Promise<NoticesGateway>
  /** Called after the test, the last one first. */
  closers: (() => Promise<unknown>)[]
}

export function withNotices({
  firstSalt,
}: {
  firstSalt: bigint
}): NoticesSuite {
  let shared: TestWorld | undefined
  let saltNonce = firstSalt
  const closers: NoticesSuite['closers'] = []
  beforeAll(async () => {
    shared = await shareTestWorld()
  }, 300_000)
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })
  afterAll(() => shared?.stop())
  const world = () => {
    if (!shared) throw new Error('The world is not there yet.')
    return shared
  }
  return {
    world,
    closers,
    newSafe: (threshold = 2) =>
      deploySafe(world().devnet, {
        owners: [alice, bob, carol].map(({ address }) => address),
        threshold,
        saltNonce: ++saltNonce,
      }),
    async listen(...answer) {
      const listener = await startListener(...answer)
      closers.push(listener.stop)
      return listener
    },
    async open(notices, environment = {}) {
      const gateway = await openNoticesGateway(world(), {
        notices,
        environment,
      })
      closers.push(gateway.remove)
      return gateway
    },
  }
}

const headersOf = (cookie: string) => ({ host: 'localhost', cookie })

export async function ask(
  { app }: NoticesGateway,
  request: InjectOptions,
  cookie: string,
) {
  return app.inject({ ...request, headers: headersOf(cookie) })
}

export const pathOf = ({ address }: DeployedSafe) =>
  `/v1/chains/31337/safes/${address}/notices`

type Made = { receiver: { id: string; origin: string }; secret: string | null }

export async function addWebhook(
  gateway: NoticesGateway,
  safe: DeployedSafe,
  parameters: { cookie: string; url: string; form?: string; label?: string },
): Promise<Made> {
  const { cookie, url, form = 'events', label = 'Treasury' } = parameters
  const body = { url, form, label, amounts: true }
  const reply = await ask(
    gateway,
    post(`${pathOf(safe)}/receivers`, body),
    cookie,
  )
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<Made>()
}

export async function proposeOne(
  gateway: NoticesGateway,
  safe: DeployedSafe,
  parameters: { cookie: string; nonce: bigint; value?: bigint },
): Promise<Hex> {
  const { cookie, nonce, value = 1n } = parameters
  const plan = { to: dave.address, value, nonce }
  const signed = await signTransaction(safe, { plan, signers: [alice] })
  const body = toProposal(signed, { sender: alice.address })
  const reply = await ask(gateway, propose(safe, body), cookie)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return signed.safeTxHash
}

export async function confirm(
  gateway: NoticesGateway,
  hash: Hex,
  parameters: { cookie: string; owner: LocalAccount },
): Promise<void> {
  const { cookie, owner } = parameters
  const body = { signature: await sign(owner, hash) }
  const url = `/v1/chains/31337/transactions/${hash}/confirmations`
  const reply = await ask(gateway, post(url, body), cookie)
  if (reply.statusCode !== 200) throw new Error(reply.body)
}

export const typesOf = (events: readonly Record<string, unknown>[]) =>
  events.map(({ type }) => type)
