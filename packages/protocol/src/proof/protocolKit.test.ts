import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  startDevnet,
} from '@covault/devnet'
import ProtocolKit, {
  type ContractNetworkConfig,
  EthSafeSignature,
  EthSafeTransaction,
} from '@safe-global/protocol-kit'
import { type Address, createWalletClient, http, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findDeployment } from '../deployments/findDeployment.js'
import {
  createCallLibraries,
  fallbackHandlers,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  simulateTxAccessors,
  singletons,
} from '../deployments/table.js'
import { readValue } from '../envelope/readEnvelope.js'
import { readPasted } from '../envelope/readPasted.js'
import { verifyCarried } from '../envelope/verifyCarried.js'
import {
  hashCarried,
  type Parcel,
  type toEnvelope,
  writeEnvelope,
} from '../envelope/writeEnvelope.js'
import { encodeExecTransaction } from '../execTransaction.js'
import type { SafeDomain, SafeTransaction } from '../safeTransaction.js'
import { buildSignatures } from '../signature.js'
import { signHash } from './signedParcel.js'

const chainId = 31337
const version = '1.4.1'
const { alice, bob, carol, erin } = demoAccounts
const owners = [alice.address, bob.address]
const nonceAbi = parseAbi(['function nonce() view returns (uint256)'])

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let devnet: Devnet
let domain: SafeDomain

beforeAll(async () => {
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
  const { address } = await deploySafe(devnet, {
    owners,
    threshold: 2,
    version,
  })
  domain = { chainId, safe: address, version }
})

afterAll(() => devnet?.stop())

describe('protocol-kit', () => {
  test('executes what we exported', async () => {
    const parcel = await signParcel({
      to: erin.address,
      value: 0n,
      data: '0x1234',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: '0x0000000000000000000000000000000000000000',
      refundReceiver: '0x0000000000000000000000000000000000000000',
      nonce: await readNonce(),
    })
    const file: ReturnType<typeof toEnvelope> = JSON.parse(
      writeEnvelope(parcel),
    )
    if (file.format !== 'safe-transaction') throw new Error('No transaction.')
    const theirs = new EthSafeTransaction(file.data)
    for (const { signer, data, isContractSignature } of file.signatures)
      theirs.addSignature(
        new EthSafeSignature(signer, data, isContractSignature),
      )
    const kit = await open('carol')
    expect(await kit.getTransactionHash(theirs)).toBe(file.safeTxHash)
    const before = await readNonce()
    const { hash } = await kit.executeTransaction(theirs)
    await expectMined(hash)
    expect(await readNonce()).toBe(before + 1n)
  })

  test('signs what we bring in and execute', async () => {
    const kit = await open('alice')
    const created = await kit.createTransaction({
      transactions: [
        { to: erin.address, value: '0', data: '0x' },
        { to: bob.address, value: '0', data: '0x5678' },
      ],
      onlyCalls: true,
    })
    const signed = await kit.signTransaction(created)
    // The other way of signing, of the prefixed hash.
    const both = await (await open('bob')).signTransaction(signed, 'eth_sign')
    const [carried] = readValue(both)
    if (carried?.kind !== 'transaction') throw new Error('No transaction.')
    const verified = await verifyCarried(carried, domain)
    expect(verified.hash).toBe(await kit.getTransactionHash(both))
    const signatures = verified.signatures.flatMap((one) =>
      one.status === 'recovered' ? [one.signature] : [],
    )
    expect(signatures.map(({ kind }) => kind).sort()).toEqual([
      'ecdsa',
      'ethSign',
    ])
    const before = await readNonce()
    await execute(carried.transaction, buildSignatures(signatures))
    expect(await readNonce()).toBe(before + 1n)
  })

  test('signs on top of what we exported, and we take both back', async () => {
    const kit = await open('bob')
    const created = await kit.createTransaction({
      transactions: [{ to: erin.address, value: '0', data: '0x' }],
    })
    const [empty] = readValue(created)
    if (empty?.kind !== 'transaction') throw new Error('No transaction.')
    const ours = await signParcel(empty.transaction, [alice])
    const file: ReturnType<typeof toEnvelope> = JSON.parse(writeEnvelope(ours))
    if (file.format !== 'safe-transaction') throw new Error('No transaction.')
    const theirs = new EthSafeTransaction(file.data)
    for (const { signer, data } of file.signatures)
      theirs.addSignature(new EthSafeSignature(signer, data))
    const signed = await kit.signTransaction(theirs)
    const text = JSON.stringify({
      tx: { data: signed.data, signatures: [...signed.signatures.values()] },
    })
    const [back] = await readPasted(text)
    if (back?.kind !== 'transaction') throw new Error('No transaction.')
    const verified = await verifyCarried(back, domain)
    const signers = verified.signatures.map(
      (one) => one.status === 'recovered' && one.signature.signer,
    )
    expect(signers.sort()).toEqual(owners.toSorted())
  })
})

function open(signer: 'alice' | 'bob' | 'carol') {
  return ProtocolKit.init({
    provider: devnet.url,
    signer: toHex(demoAccounts[signer].getHdKey().privateKey ?? '0x'),
    safeAddress: domain.safe,
    contractNetworks: { [chainId]: networkConfig() },
  })
}

/** protocol-kit knows no local chain. */
function networkConfig(): ContractNetworkConfig {
  const on = { version, chainId } as const
  return {
    safeSingletonAddress: addressOf(findDeployment(singletons, on)),
    safeProxyFactoryAddress: addressOf(findDeployment(proxyFactories, on)),
    multiSendAddress: addressOf(
      findDeployment(
        multiSends.filter(({ callOnly }) => !callOnly),
        on,
      ),
    ),
    multiSendCallOnlyAddress: addressOf(
      findDeployment(
        multiSends.filter(({ callOnly }) => callOnly),
        on,
      ),
    ),
    fallbackHandlerAddress: addressOf(findDeployment(fallbackHandlers, on)),
    signMessageLibAddress: addressOf(findDeployment(signMessageLibraries, on)),
    createCallAddress: addressOf(findDeployment(createCallLibraries, on)),
    simulateTxAccessorAddress: addressOf(
      findDeployment(simulateTxAccessors, on),
    ),
  }
}

function addressOf(deployment: { address: Address } | undefined): Address {
  if (!deployment) throw new Error('A contract is missing.')
  return deployment.address
}

async function signParcel(
  transaction: SafeTransaction,
  accounts = [alice, bob],
): Promise<Parcel> {
  const signable = { kind: 'transaction', domain, transaction } as const
  const hash = hashCarried(signable)
  return {
    signable,
    signatures: await Promise.all(
      accounts.map((account) => signHash(account, hash)),
    ),
  }
}

function readNonce(): Promise<bigint> {
  return devnet.client.readContract({
    abi: nonceAbi,
    address: domain.safe,
    functionName: 'nonce',
  })
}

async function execute(
  transaction: SafeTransaction,
  signatures: `0x${string}`,
): Promise<void> {
  const wallet = createWalletClient({
    account: carol,
    transport: http(devnet.url),
  })
  const hash = await wallet.sendTransaction({
    chain: null,
    to: domain.safe,
    data: encodeExecTransaction(transaction, signatures),
    gas: 1_000_000n,
  })
  await expectMined(hash)
}

async function expectMined(hash: string): Promise<void> {
  const { status } = await devnet.client.waitForTransactionReceipt({
    hash: hash as `0x${string}`,
  })
  expect(status).toBe('success')
}
