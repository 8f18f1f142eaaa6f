import { keccak256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from './accounts.js'
import { deploySafe } from './deploySafe.js'
import { deploySafeContracts } from './deploySafeContracts.js'
import { batchCalls, runTransaction } from './safeTransactions.js'
import { sendTransaction } from './sendTransaction.js'
import { type Devnet, startDevnet } from './startDevnet.js'

const { alice, bob, carol, dave } = demoAccounts

const safeAbi = parseAbi([
  'function VERSION() view returns (string)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
])

// Of the runtime code of the published proxies.
const proxyCodeHashes = {
  '1.1.1': '0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5',
  '1.3.0': '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '1.4.1': '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  '1.5.0': '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
} as const

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
})
afterAll(() => devnet.stop())

test.each([
  { version: '1.1.1', l2: false },
  { version: '1.3.0', l2: false },
  { version: '1.3.0', l2: true },
  { version: '1.4.1', l2: false },
  { version: '1.4.1', l2: true },
  { version: '1.5.0', l2: false },
  { version: '1.5.0', l2: true },
] as const)('creates and runs a $version safe, l2 $l2', async (variant) => {
  const safe = await deploySafe(devnet, {
    ...variant,
    owners: [alice.address, bob.address, carol.address],
    threshold: 2,
    saltNonce: 7n,
  })
  const read = <
    name extends 'VERSION' | 'getOwners' | 'getThreshold' | 'nonce',
  >(
    functionName: name,
  ) =>
    devnet.client.readContract({
      address: safe.address,
      abi: safeAbi,
      functionName,
    })
  expect(await read('VERSION')).toBe(variant.version)
  expect(await read('getOwners')).toHaveLength(3)
  expect(await read('getThreshold')).toBe(2n)
  const code = await devnet.client.getCode(safe)
  expect(keccak256(code ?? '0x')).toBe(proxyCodeHashes[variant.version])

  await sendTransaction(devnet.client, {
    account: dave,
    to: safe.address,
    value: parseEther('1'),
  })
  const before = await devnet.client.getBalance(dave)
  await runTransaction(devnet, safe, {
    plan: { to: dave.address, value: 3n },
    signers: [carol, bob],
  })
  expect(await devnet.client.getBalance(dave)).toBe(before + 3n)
  expect(await read('nonce')).toBe(1n)
})

test('runs a batch', async () => {
  const safe = await deploySafe(devnet, {
    owners: [alice.address],
    threshold: 1,
  })
  await sendTransaction(devnet.client, {
    account: dave,
    to: safe.address,
    value: 10n,
  })
  const receiver = '0x00000000000000000000000000000000000b0b00'
  const plan = batchCalls(safe, [
    { to: receiver, value: 4n },
    { to: receiver, value: 6n },
  ])
  await runTransaction(devnet, safe, { plan, signers: [alice] })
  expect(await devnet.client.getBalance({ address: receiver })).toBe(10n)
})

test('refuses a transaction without enough signatures', async () => {
  const safe = await deploySafe(devnet, {
    owners: [alice.address, bob.address],
    threshold: 2,
  })
  await expect(
    runTransaction(devnet, safe, {
      plan: { to: dave.address },
      signers: [alice],
    }),
  ).rejects.toThrow('GS020')
})
