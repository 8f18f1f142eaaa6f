import { deploySafe } from '@covault/devnet'
import { findDeployment, singletons } from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import {
  type Address,
  concatHex,
  type Hex,
  keccak256,
  pad,
  toHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, expectRefused, type TestApp } from '../testApp.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

// The vectors of the wire's description, against a safe that is on a chain.
const chainId = 11155111
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const recipient = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const owner1 = privateKeyToAccount(
  '0x5f5e9bcfaa46954eea2731148b88d5d1206406212b84dd315414b54a72504f6c',
)
const owner2 = privateKeyToAccount(
  '0xc3d01f810956035bff84b3d2b807d0a7f2ea9b3ae7edacf8c827fb53b76c63c0',
)
const safeTxHash =
  '0x03cf27012d21a1d1e08c3d24c79b70bcae5ba10835c5012ef1343f84666bc82b'
const oldSafeTxHash =
  '0x6417637943da899dda0f076e32ce7bdacb7b8295f65051d4832c640cd44f078c'
const signature =
  '0x5cd091f96dfa6150a3ca71bcf4b23fd6f2bcc5af1a3eb1d8218b58ebeeb642881bffef33cd4d138a245e2986bdb847bef3a4f0438f28c3ea496c5db15a0f337f1b'
const prefixedSignature =
  '0x2558dba64b20cec2de6920721b75e9fd806c772e2ac97faa911a06647b4c4855698b03f1990c84cccf98e7d1b2eaeb58a09ae885f140767fe6e486969fabc39f1f'
const approval =
  '0x000000000000000000000000b33d6eE4CCDfE4982c047caA150fC13DA9062c69000000000000000000000000000000000000000000000000000000000000000001'
const text = 'Hello from the wire spec'
const textHash =
  '0x6b04c5e4600089c8cc2631ff5e662ced661eb3ca92a25ac3affa596b801a4c6d'
const textSignature1 =
  '0x99373e6722d285c29dcfe5b8c7a02c1454818a30a889f761f593b366e7b7396b73f3241a44dbaff0a995f07b1db66d8bf62f23844e5fa3946a69583ced161c3b1c'
const textSignature2 =
  '0x2e75bac2b3a2ff321d59fe9b56a1c6ea6af5fc377417fba2395591b20d9c6acb7a1fa774a978d60aa27c4afcabf238809e6a80518986c07580137a63bd56d4a61b'
const typedHash =
  '0x28205d4cc66fae8766290b1e407d16f327125cf8760fc16d045649eedf17e217'

let world: TestWorld
let api: TestApp

const slots = { singleton: 0, modules: 1, owners: 2, nonce: 5, approvals: 8 }
const mapped = (key: Hex, slot: Hex) =>
  keccak256(concatHex([pad(key), pad(slot)]))
const sentinel: Address = '0x0000000000000000000000000000000000000001'

/** Puts a safe like one of these owners at the vectors' address and chain. */
async function placeSafe(): Promise<void> {
  const { client } = world.devnet
  const model = await deploySafe(world.devnet, {
    owners: [owner1.address, owner2.address],
    threshold: 2,
    l2: false,
    saltNonce: 400n,
  })
  const bytecode = await client.getCode({ address: model.address })
  await client.setCode({ address: safe, bytecode: bytecode ?? '0x' })
  const owners = toHex(slots.owners)
  for (const index of [
    ...[0, 3, 4].map((slot) => pad(toHex(slot))),
    mapped(sentinel, toHex(slots.modules)),
    mapped(sentinel, owners),
    mapped(owner1.address, owners),
    mapped(owner2.address, owners),
  ]) {
    const value = await client.getStorageAt({
      address: model.address,
      slot: index,
    })
    await store(index, value ?? '0x')
  }
  await store(pad(toHex(slots.nonce)), '0x07')
  await client.mine({ blocks: 1 })
  await setChainId(chainId)
}

/** For a while: other suites share the chain. */
async function setChainId(id: number): Promise<void> {
  await world.devnet.client.request({
    method: 'anvil_setChainId' as never,
    params: [id] as never,
  })
}

async function store(index: Hex, value: Hex): Promise<void> {
  const { client } = world.devnet
  await client.setStorageAt({ address: safe, index, value: pad(value) })
}

const body = {
  to: recipient,
  value: '1000000000000000',
  data: null,
  nonce: '7',
  operation: 0,
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  safeTxHash,
  sender: owner1.address,
  signature,
  origin: null,
}

const post = (path: string, payload: object): InjectOptions => ({
  method: 'POST',
  url: `/v1/chains/${chainId}${path}`,
  payload,
})
const propose = (more: object = {}) =>
  post(`/transactions/${safe}/propose`, { ...body, ...more })

const info = (value: Address) => ({ value, name: null, logoUri: null })

describe('the vectors of the wire', () => {
  beforeAll(async () => {
    world = await shareTestWorld()
    await placeSafe()
    api = await createTestApp({
      rpcUrl: world.devnet.url,
      chainId,
      database: await world.openDatabase(),
    })
  }, 300_000)
  afterAll(async () => {
    await setChainId(31337)
    await api?.stop()
    await world?.stop()
  })

  test('answers a proposal as the worked example has it', async () => {
    const reply = await api.app.inject(propose())
    expect(reply.json()).toEqual({
      safeAddress: safe,
      txId: `multisig_${safe}_${safeTxHash}`,
      executedAt: null,
      txStatus: 'AWAITING_CONFIRMATIONS',
      txHash: null,
      safeAppInfo: null,
      note: null,
      txInfo: {
        type: 'Transfer',
        humanDescription: 'Send 0.001 ETH to 0xabAD...315a',
        direction: 'OUTGOING',
        sender: info(safe),
        recipient: info(recipient),
        transferInfo: { type: 'NATIVE_COIN', value: '1000000000000000' },
      },
      txData: {
        hexData: null,
        dataDecoded: null,
        to: info(recipient),
        value: '1000000000000000',
        operation: 0,
        trustedDelegateCallTarget: null,
        addressInfoIndex: null,
        tokenInfoIndex: null,
      },
      detailedExecutionInfo: {
        type: 'MULTISIG',
        submittedAt: expect.any(Number),
        nonce: 7,
        safeTxGas: '0',
        baseGas: '0',
        gasPrice: '0',
        gasToken: zeroAddress,
        fee: '0',
        payment: '0',
        refundReceiver: info(zeroAddress),
        safeTxHash,
        executor: null,
        signers: [info(owner1.address), info(owner2.address)],
        confirmationsRequired: 2,
        confirmations: [
          {
            signer: info(owner1.address),
            signature,
            submittedAt: expect.any(Number),
          },
        ],
        rejectors: [],
        gasTokenInfo: null,
        trusted: true,
        proposer: info(owner1.address),
        proposedByDelegate: null,
      },
    })
  })

  test('believes the approved-hash signature once the chain does', async () => {
    const confirm = post(`/transactions/${safeTxHash}/confirmations`, {
      signature: approval,
    })
    await expectRefused(api, confirm, {
      code: 400,
      message: 'An error occurred',
    })
    const ofOwner = mapped(owner2.address, toHex(slots.approvals))
    await store(mapped(safeTxHash, ofOwner), '0x01')
    await world.devnet.client.mine({ blocks: 1 })
    const reply = await api.app.inject(confirm)
    const { confirmations } = reply.json().detailedExecutionInfo
    expect(confirmations.at(-1)).toMatchObject({
      signer: info(owner2.address),
      signature: approval.toLowerCase(),
    })
  })

  test('accepts the signature of the prefixed hash', async () => {
    await sql`delete from confirmation`.execute(api.store)
    await sql`delete from multisig_tx`.execute(api.store)
    const reply = await api.app.inject(
      propose({ signature: prefixedSignature }),
    )
    expect(reply.json().detailedExecutionInfo.confirmations).toMatchObject([
      { signer: info(owner1.address), signature: prefixedSignature },
    ])
  })

  test('hashes messages as the vectors do and prepares their signature', async () => {
    const create = (payload: object) =>
      api.app.inject(post(`/safes/${safe}/messages`, payload))
    const read = async (hash: Hex) =>
      (await api.app.inject(`/v1/chains/${chainId}/messages/${hash}`)).json()
    await create({ message: text, signature: textSignature1 })
    const path = `/messages/${textHash}/signatures`
    await api.app.inject(post(path, { signature: textSignature2 }))
    expect(await read(textHash)).toMatchObject({
      messageHash: textHash,
      status: 'CONFIRMED',
      message: text,
      preparedSignature: `${textSignature2}${textSignature1.slice(2)}`,
    })
    const typed = {
      domain: { name: 'Wire Spec Demo', version: '1', chainId },
      types: {
        Mail: [
          { name: 'contents', type: 'string' },
          { name: 'to', type: 'address' },
        ],
      },
      primaryType: 'Mail',
      message: { contents: 'hi', to: recipient },
    }
    await create({
      message: typed,
      signature: await owner1.sign({ hash: typedHash }),
    })
    expect(await read(typedHash)).toMatchObject({ message: typed })
  })

  test('hashes as the version of the safe does, which the chain tells', async () => {
    const version = '1.1.1'
    const old = findDeployment(singletons, { version, chainId: 31337 })
    await store(pad(toHex(slots.singleton)), old?.address ?? zeroAddress)
    await world.devnet.client.mine({ blocks: 1 })
    await expectRefused(api, propose(), {
      statusCode: 422,
      message: 'Invalid safeTxHash',
    })
    const reply = await api.app.inject(
      propose({ safeTxHash: oldSafeTxHash, signature: null }),
    )
    expect(reply.statusCode).toBe(200)
  })
})
