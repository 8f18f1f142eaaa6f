// @vitest-environment node
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import {
  completeTransaction,
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  runTransaction,
  startDevnet,
} from '@covault/devnet'
import {
  approveHashMethod,
  buildSignatures,
  enableModuleMethod,
  encodeMethod,
  encodeSafeTransactionData,
  hashSafeMessageBytes,
  hashSafeTransaction,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainConfig, createChainClient } from './chainClient.js'
import { checkConfirmations } from './confirmations.js'
import { NoNamesError, resolveName, UnknownNameError } from './ens.js'
import { readHead } from './head.js'
import { readSafe } from './safe.js'

const { alice, bob } = demoAccounts
const owners = [alice.address, bob.address]

let devnet: Devnet
let chain: ChainConfig

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  chain = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

afterAll(() => devnet.stop())

// A second attempt of a test makes its safes again.
let salt = 1_000n
const nextSalt = () => {
  salt += 1n
  return salt
}

test.each(['1.1.1', '1.3.0', '1.4.1', '1.5.0'] as const)(
  'reads all of a safe of version %s',
  async (version) => {
    const safe = await deploySafe(devnet, { owners, threshold: 2, version })
    expect(await read(safe.address)).toMatchObject({
      status: 'safe',
      provenance: { block: await devnet.client.getBlockNumber() },
      safe: {
        owners,
        threshold: 2,
        nonce: 0n,
        version,
        known: true,
        modules: [],
        hasMoreModules: false,
        guard: null,
        ...(version === '1.5.0' && { moduleGuard: null }),
      },
    })
  },
)

test('names the modules that can move everything', async () => {
  const safe = await deploySafe(devnet, { owners, threshold: 1, saltNonce: 7n })
  const data = encodeMethod(enableModuleMethod, { module: bob.address })
  await runTransaction(devnet, safe, {
    plan: { to: safe.address, data },
    signers: [alice],
  })
  expect(await read(safe.address)).toMatchObject({
    safe: { modules: [bob.address], nonce: 1n },
  })
})

test('tells a place without code from a contract that is no safe', async () => {
  expect(await read(bob.address)).toMatchObject({ status: 'empty' })
  const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
  expect(await read(multicall)).toMatchObject({ status: 'notSafe' })
})

test('a chain without names says so, and one with them who is not known', async () => {
  const client = createChainClient(chain)
  await expect(
    resolveName(client, {
      chain: { ...chain, chainId: 424242 },
      name: 'a.eth',
    }),
  ).rejects.toThrow(NoNamesError)
  await expect(
    resolveName(client, { chain, name: 'nobody-has-this.eth' }),
  ).rejects.toThrow(UnknownNameError)
})

test.each(['1.3.0', '1.4.1', '1.5.0'] as const)(
  'believes an owner that is a safe of version %s if the chain does (EIP-1271)',
  async (version) => {
    const nested = await deploySafe(devnet, {
      owners: [bob.address],
      threshold: 1,
      version,
      saltNonce: nextSalt(),
    })
    const mixed = [alice.address, nested.address]
    const safe = await deploySafe(devnet, {
      owners: mixed,
      threshold: 2,
      version,
      saltNonce: nextSalt(),
    })
    const { domain, signed } = describeSigned(safe, mixed)
    const sign = async (account: typeof bob): Promise<Hex> => {
      const shown = version === '1.5.0' ? signed.hash : signed.preimage
      const hash = hashSafeMessageBytes(
        { ...domain, safe: nested.address },
        shown,
      )
      return buildSignatures([
        {
          kind: 'contract',
          signer: nested.address,
          data: await account.sign({ hash }),
        },
      ])
    }
    const check = async (signature: Hex | null) => {
      const claim = { signer: nested.address, signature }
      const [found] = await checkConfirmations(createChainClient(chain), {
        signed,
        claims: [claim],
      })
      return found
    }
    expect(await check(await sign(bob))).toMatchObject({
      status: 'verified',
      kind: 'contract',
    })
    // Somebody who is no owner of that safe, and bytes that are nothing.
    expect(await check(await sign(alice))).toMatchObject({ status: 'invalid' })
    const nothing = buildSignatures([
      { kind: 'contract', signer: nested.address, data: '0x' },
    ])
    expect(await check(nothing)).toMatchObject({ status: 'invalid' })
    // It has not approved the hash on chain either, until it does.
    expect(await check(null)).toMatchObject({ status: 'invalid' })
    await runTransaction(devnet, nested, {
      plan: {
        to: safe.address,
        data: encodeMethod(approveHashMethod, { hashToApprove: signed.hash }),
      },
      signers: [bob],
    })
    expect(await check(null)).toMatchObject({
      status: 'verified',
      kind: 'approvedHash',
    })
  },
)

test('a contract that signs and is no owner is a stranger', async () => {
  const owned = await deploySafe(devnet, {
    owners: [bob.address],
    threshold: 1,
    saltNonce: nextSalt(),
  })
  const safe = await deploySafe(devnet, {
    owners,
    threshold: 2,
    saltNonce: nextSalt(),
  })
  const { domain, signed } = describeSigned(safe, owners)
  const hash = hashSafeMessageBytes(
    { ...domain, safe: owned.address },
    signed.preimage,
  )
  const signature = buildSignatures([
    {
      kind: 'contract',
      signer: owned.address,
      data: await bob.sign({ hash }),
    },
  ])
  const claims = [
    { signer: owned.address, signature },
    // The same bytes do not speak for somebody else.
    { signer: alice.address, signature },
  ]
  const found = await checkConfirmations(createChainClient(chain), {
    signed,
    claims,
  })
  expect(found.map(({ status }) => status)).toEqual(['stranger', 'invalid'])
})

// Out of gas, as geth, Nethermind and reth answer it.
test.each([-32_000, -32_003, -32_015])(
  'a contract that fails with the code %i stops no other signature',
  async (code) => {
    const safe = await deploySafe(devnet, {
      owners,
      threshold: 2,
      saltNonce: nextSalt(),
    })
    const node = createServer(async (request, response) => {
      const asked = await json(request)
      const fail = ({ id }: { id: number }) => ({
        jsonrpc: '2.0',
        id,
        error: { code, message: 'out of gas' },
      })
      const answer = Array.isArray(asked)
        ? asked.map(fail)
        : fail(asked as { id: number })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
    await once(node.listen(0, '127.0.0.1'), 'listening')
    const { port } = node.address() as AddressInfo
    const other = safe.address
    const { signed } = describeSigned(safe, [alice.address, other])
    const signature = buildSignatures([
      { kind: 'contract', signer: other, data: '0x12' },
    ])
    const found = await checkConfirmations(
      createChainClient({ ...chain, rpcUrl: `http://127.0.0.1:${port}` }),
      {
        signed,
        claims: [
          { signer: alice.address, signature: await alice.sign(signed) },
          { signer: other, signature },
        ],
      },
    ).finally(() => node.close())
    expect(found.map(({ status }) => status)).toEqual(['verified', 'invalid'])
  },
)

test('where the node does not answer, only signatures of owners wait for it', async () => {
  const safe = await deploySafe(devnet, {
    owners,
    threshold: 2,
    saltNonce: nextSalt(),
  })
  const other = safe.address
  const client = createChainClient({ ...chain, rpcUrl: 'http://127.0.0.1:1' })
  const signature = buildSignatures([
    { kind: 'contract', signer: other, data: '0x12' },
  ])
  const check = (ownedBy: readonly Address[]) =>
    checkConfirmations(client, {
      signed: describeSigned(safe, ownedBy).signed,
      claims: [{ signer: other, signature }],
    })
  expect(await check(owners)).toMatchObject([{ status: 'stranger' }])
  await expect(check([other])).rejects.toThrow()
})

/** A payment that the safe's owners might sign. */
function describeSigned(safe: DeployedSafe, ownedBy: readonly Address[]) {
  const domain = {
    chainId: 31337,
    safe: safe.address,
    version: safe.version,
  }
  const transaction = completeTransaction({
    to: bob.address,
    value: 1n,
    nonce: 0n,
  })
  return {
    domain,
    signed: {
      safe: safe.address,
      version: safe.version,
      hash: hashSafeTransaction(domain, transaction),
      preimage: encodeSafeTransactionData(domain, transaction),
      owners: ownedBy,
    },
  }
}

async function read(address: `0x${string}`) {
  const client = createChainClient(chain)
  return readSafe(client, { address, head: await readHead(client, chain) })
}
