import {
  type DeployedSafe,
  deploySafe,
  type SignedTransaction,
} from '@covault/devnet'
import { buildSignatures } from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { type Address, type Hex, hashMessage, type LocalAccount } from 'viem'
import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type Refusal, type TestApp } from './testApp.js'
import { shareTestWorld, type TestWorld } from './testWorld.js'

export type ApiSuite = {
  world: TestWorld
  api: TestApp
  newSafe(owners: Address[], threshold?: number): Promise<DeployedSafe>
}

/**
 * The API over the chain that suites share and a database of its own, while
 * the tests of one suite run. `prepare` makes what they begin with.
 */
export function withApi(
  options: { firstSalt: bigint; configuration?: object },
  prepare: (suite: ApiSuite) => Promise<void>,
): void {
  let suite: Pick<ApiSuite, 'world' | 'api'> | undefined
  let saltNonce = options.firstSalt
  beforeAll(async () => {
    const world = await shareTestWorld()
    const api = await createTestApp({
      rpcUrl: world.devnet.url,
      database: await world.openDatabase(),
      ...options,
    })
    suite = { world, api }
    const newSafe = (owners: Address[], threshold = 1) =>
      deploySafe(world.devnet, { owners, threshold, saltNonce: ++saltNonce })
    await prepare({ ...suite, newSafe })
  }, 300_000)
  afterAll(async () => {
    await suite?.api.stop()
    await suite?.world.stop()
  })
}

export function post(url: string, payload: object): InjectOptions {
  return { method: 'POST', url, payload }
}

export function propose(to: DeployedSafe, body: object): InjectOptions {
  return post(`/v1/chains/31337/transactions/${to.address}/propose`, body)
}

export type Proposal = ReturnType<typeof toProposal>

/** The body that proposes what was signed. */
export function toProposal(
  { transaction, safeTxHash, signatures }: SignedTransaction,
  { sender }: { sender: Address },
) {
  return {
    ...transaction,
    value: String(transaction.value),
    nonce: String(transaction.nonce),
    safeTxGas: String(transaction.safeTxGas),
    baseGas: String(transaction.baseGas),
    gasPrice: String(transaction.gasPrice),
    safeTxHash,
    sender,
    signature: signatures.length > 0 ? buildSignatures(signatures) : null,
    origin: null,
  }
}

export const rule = (message: string, statusCode = 422): Refusal => ({
  statusCode,
  message,
})
export const storage = (code: number, message: string): Refusal => ({
  code,
  message,
})

export async function sign(account: LocalAccount, hash: Hex): Promise<Hex> {
  if (!account.sign) throw new TypeError('This account cannot sign hashes.')
  return account.sign({ hash })
}

/** As eth_sign does it. */
export async function signPrefixed(
  account: LocalAccount,
  hash: Hex,
): Promise<Hex> {
  const signature = await sign(account, hashMessage({ raw: hash }))
  const v = Number.parseInt(signature.slice(-2), 16) + 4
  return `0x${signature.slice(2, -2)}${v.toString(16)}`
}
