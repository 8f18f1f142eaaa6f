// @vitest-environment node
import {
  batchCalls,
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  demoCollectibleAbi,
  demoItemsAbi,
  demoTokenAbi,
  deployDemoContracts,
  deploySafe,
  deploySafeContracts,
  getDemoContractAddress,
  nameRegistryAddress,
  nameResolverAddress,
  proposeTransaction,
  runTransaction,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import {
  buildSignatures,
  type Call,
  encodeExecTransaction,
} from '@covault/protocol'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  namehash,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SentExecution } from '../../preferences/sentExecutions.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { readSafe } from '../../trust/safe.js'
import type { Snapshot } from '../machine/flow.js'
import { buildTransfers } from '../sendCollectibles/buildTransfers.js'
import { createInput } from '../sendCollectibles/input.js'
import { buildPayments } from '../sendTokens/buildPayments.js'
import type { Payment } from '../sendTokens/input.js'
import { assertSent, NotAsSentError, NotKnownError } from './assertSent.js'

const { alice, bob } = demoAccounts
const dollar = getDemoContractAddress('dollar')
const rings = getDemoContractAddress('rings')
const items = getDemoContractAddress('items')
const etherHeld = 1_234_567_890_123_456_789n
const dollarsHeld = 98_765_432_109n

let devnet: Devnet
let chain: ChainConfig
let safe: DeployedSafe

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  await deployDemoContracts(devnet)
  safe = await deploySafe(devnet, { owners: [alice.address], threshold: 1 })
  await devnet.client.setBalance({ address: safe.address, value: etherHeld })
  await send(dollar, {
    abi: demoTokenAbi,
    functionName: 'mint',
    args: [safe.address, dollarsHeld],
  })
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

describe('sending tokens', () => {
  test('one unit more than the chain says is refused', async () => {
    const one = { recipient: bob.address, token: dollar }
    await expect(
      pay([
        { ...one, amount: '98765.432109' },
        { ...one, amount: '0.000001' },
      ]),
    ).rejects.toThrow(
      /^Row 2: Up to this row you send 98765\.43211 DUSD, but the safe has only 98765\.432109 /,
    )
    await expect(
      pay([{ recipient: bob.address, amount: '1.23456789012345679' }]),
    ).rejects.toThrow('Row 1: The safe has only 1.234567890123456789 ETH.')
  })

  test("the chain's decimals count", async () => {
    await expect(
      pay([{ recipient: bob.address, token: dollar, amount: '0.0000001' }]),
    ).rejects.toThrow(/has 6 decimals, but this amount has 7\.$/)
  })

  test('a contract that is no token cannot be sent', async () => {
    await expect(
      pay([{ recipient: bob.address, token: safe.address, amount: '1' }]),
    ).rejects.toThrow(
      `Row 1: The safe holds no token with the address ${safe.address}.`,
    )
  })

  test('without a row there is nothing to send', async () => {
    await expect(pay([])).rejects.toThrow(
      'There is nothing to send. Add a recipient.',
    )
  })

  test('a name that resolves to another address than was shown stops it', async () => {
    await nameBob('paid.eth')
    const row = { recipient: 'paid.eth', amount: '0.1' }
    expect(await pay([{ ...row, resolved: bob.address }])).toEqual([
      { to: bob.address, value: 10n ** 17n, data: '0x', operation: 0 },
    ])
    await expect(pay([{ ...row, resolved: alice.address }])).rejects.toThrow(
      `The name paid.eth resolved to ${alice.address} when you entered it, and now resolves to ${bob.address}.`,
    )
  })

  test('a payout of all there is leaves exactly nothing on chain', async () => {
    const recipients = Array.from({ length: 10 }, (_, index) =>
      getAddress(pad(toHex(0xabc000 + index), { size: 20 })),
    )
    const lines = recipients.map((recipient, index) => ({
      recipient,
      token: index % 2 ? dollar : zeroAddress,
      amount: index % 2 ? '0.000001' : '0.000000000000000001',
    }))
    const calls = await pay([
      ...lines,
      { recipient: bob.address, amount: '1.234567890123456784' },
      { recipient: bob.address, token: dollar, amount: '98765.432104' },
    ])
    expect(calls).toHaveLength(12)
    const before = await devnet.client.getBalance(bob)
    await execute(calls)
    expect(await devnet.client.getBalance(safe)).toBe(0n)
    expect(await readDollars(safe.address)).toBe(0n)
    expect((await devnet.client.getBalance(bob)) - before).toBe(etherHeld - 5n)
    expect(await readDollars(bob.address)).toBe(dollarsHeld - 5n)
    const [first, second] = recipients
    expect(await devnet.client.getBalance({ address: first ?? '0x' })).toBe(1n)
    expect(await readDollars(second ?? '0x')).toBe(1n)
  })
})

describe('following what was sent twice', () => {
  test('the earlier one ran it: that is an execution, by another hash', async () => {
    const { transaction, safeTxHash, receipt } = await runTransaction(
      devnet,
      safe,
      { plan: { to: bob.address, value: 0n }, signers: [alice] },
    )
    const { to, input } = await devnet.client.getTransaction({
      hash: receipt.transactionHash,
    })
    const sent: SentExecution = {
      chainId: 31337,
      safe: safe.address,
      safeTxHash,
      nonce: transaction.nonce,
      // Nobody has ever heard of the replacement.
      transactionHash: `0x${'77'.repeat(32)}`,
      earlier: [receipt.transactionHash],
      from: receipt.from,
      senderNonce: 0,
      to: to ?? zeroAddress,
      data: input,
      description: 'Execute',
      at: Date.now(),
    }
    // Nobody listens there.
    vi.stubGlobal('location', new URL('http://127.0.0.1:9/'))
    const { readExecution } = await import('./executionState.js')
    const client = createChainClient(chain)
    // Without a gateway it is not indexed yet.
    expect(await readExecution(client, { chain, sent })).toEqual({
      status: 'indexing',
      block: receipt.blockNumber,
      isSuccess: true,
      instead: receipt.transactionHash,
    })
    const { earlier, ...alone } = sent
    expect(await readExecution(client, { chain, sent: alone })).toEqual({
      status: 'replaced',
      isNonceUsed: true,
    })
  })

  test('S32, S52: what is kept otherwise than it was sent is not sent again, and an alarm once it is mined', async () => {
    const { transaction, safeTxHash, receipt } = await runTransaction(
      devnet,
      safe,
      { plan: { to: bob.address, value: 0n }, signers: [alice] },
    )
    const { transactionHash } = receipt
    const { input, nonce } = await devnet.client.getTransaction({
      hash: transactionHash,
    })
    const sent: SentExecution = {
      chainId: 31337,
      safe: safe.address,
      safeTxHash,
      nonce: transaction.nonce,
      transactionHash,
      from: getAddress(receipt.from),
      senderNonce: nonce,
      to: safe.address,
      data: input,
      description: 'Execute',
      at: Date.now(),
    }
    const client = createChainClient(chain)
    await assertSent(client, sent)
    const toBob = encodeExecTransaction(
      { ...transaction, value: 5n },
      `0x${input.slice(-130)}`,
    )
    for (const change of [
      { data: toBob },
      { to: dollar },
      { from: bob.address },
      { senderNonce: nonce + 1 },
    ])
      await expect(assertSent(client, { ...sent, ...change })).rejects.toThrow(
        NotAsSentError,
      )
    const unknown = { transactionHash: `0x${'77'.repeat(32)}` } as const
    await expect(assertSent(client, { ...sent, ...unknown })).rejects.toThrow(
      NotKnownError,
    )
    vi.stubGlobal('location', new URL('http://127.0.0.1:9/'))
    const { readExecution } = await import('./executionState.js')
    for (const change of [{ data: toBob }, { to: dollar }])
      expect(
        await readExecution(client, { chain, sent: { ...sent, ...change } }),
      ).toEqual({ status: 'different', block: receipt.blockNumber })
  })

  test('a gas limit that was too low is named as the reason', async () => {
    const hurried = await proposeTransaction(devnet, safe, {
      plan: { to: bob.address, value: 0n },
      signers: [alice],
    })
    const { safeTxHash, transaction } = hurried
    const data = encodeExecTransaction(
      transaction,
      buildSignatures(hurried.signatures),
    )
    for (const gas of [40_000n, 60_000n]) {
      const transactionHash = await devnet.client.sendTransaction({
        account: alice,
        to: safe.address,
        data,
        gas,
      })
      const { status, blockNumber } =
        await devnet.client.waitForTransactionReceipt({ hash: transactionHash })
      expect(status).toBe('reverted')
      const sent: SentExecution = {
        chainId: 31337,
        safe: safe.address,
        safeTxHash,
        nonce: transaction.nonce,
        transactionHash,
        from: alice.address,
        senderNonce: 0,
        to: safe.address,
        data,
        description: 'Execute',
        at: Date.now(),
      }
      vi.stubGlobal('location', new URL('http://127.0.0.1:9/'))
      const { readExecution } = await import('./executionState.js')
      const client = createChainClient(chain)
      expect(await readExecution(client, { chain, sent })).toEqual({
        status: 'failed',
        block: blockNumber,
        reason: `The execution ran out of gas: the gas limit of ${gas / 1000n},000 was too low. Execute again with a higher limit.`,
      })
    }
  })
})

describe('sending collectibles', () => {
  test('several go to one recipient', async () => {
    const ids = [await mintRing(safe.address), await mintRing(safe.address)]
    const calls = await give(ids.map((id) => `${rings}:${id}`))
    expect(calls).toHaveLength(2)
    await execute(calls)
    for (const id of ids) expect(await readOwner(id)).toBe(bob.address)
  })

  test('one that is not the safe’s is refused', async () => {
    const [own, other] = [
      await mintRing(safe.address),
      await mintRing(alice.address),
    ]
    await expect(
      give([`${rings}:${own}`, `${rings}:${other}`]),
    ).rejects.toThrow(
      `#${other} of ${rings} belongs to ${alice.address} and not to this safe. Remove it.`,
    )
  })

  test('one that does not exist is refused', async () => {
    await expect(give([`${rings}:999999`])).rejects.toThrow(
      `The contract ${rings} reports no owner of #999999.`,
    )
  })

  test('many of a kind are said not to be sent here', async () => {
    await send(items, {
      abi: demoItemsAbi,
      functionName: 'mint',
      args: [alice.address, 7n, 12n],
    })
    await expect(give([`${items}:7`])).rejects.toThrow(
      `${items} #7 is an ERC-1155 token.`,
    )
  })

  test('a recipient that does not take collectibles is refused', async () => {
    const id = await mintRing(safe.address)
    await expect(give([`${rings}:${id}`], dollar)).rejects.toThrow(
      `The contract ${rings} refuses to move #${id} to ${dollar}.`,
    )
  })
})

async function takeSnapshot(): Promise<Snapshot> {
  const client = createChainClient(chain)
  const number = await devnet.client.getBlockNumber()
  const { address } = safe
  const reading = await readSafe(client, { address, head: { number } })
  if (reading.status !== 'safe') throw new Error('no safe')
  return { chain, address, safe: reading.safe, block: number, client }
}

async function pay(
  rows: readonly (Pick<Payment, 'recipient' | 'amount'> & Partial<Payment>)[],
): Promise<readonly Call[]> {
  const payments = rows.map((row, id) => ({
    id,
    resolved: null,
    token: zeroAddress,
    ...row,
  }))
  return buildPayments({ payments }, await takeSnapshot())
}

async function give(
  tokens: readonly string[],
  recipient: Address = bob.address,
): Promise<readonly Call[]> {
  const input = createInput({ token: tokens.join(','), recipient })
  return buildTransfers(input, await takeSnapshot())
}

function execute(calls: readonly Call[]) {
  const plan = batchCalls(safe, calls)
  return runTransaction(devnet, safe, { plan, signers: [alice] })
}

function send(to: Address, call: Parameters<typeof encodeFunctionData>[0]) {
  const data = encodeFunctionData(call)
  return sendTransaction(devnet.client, { account: alice, to, data })
}

async function mintRing(to: Address): Promise<bigint> {
  await send(rings, {
    abi: demoCollectibleAbi,
    functionName: 'mint',
    args: [to],
  })
  // Numbers are counted up, and nobody else mints here.
  rungs += 1n
  return rungs
}

let rungs = 0n

async function nameBob(name: string) {
  const node = namehash(name)
  await send(nameRegistryAddress, {
    abi: nameAbi,
    functionName: 'setRecord',
    args: [node, alice.address, nameResolverAddress, 0n],
  })
  await send(nameResolverAddress, {
    abi: nameAbi,
    functionName: 'setAddr',
    args: [node, bob.address],
  })
}

const nameAbi = parseAbi([
  'function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)',
  'function setAddr(bytes32 node, address account)',
])

function readDollars(holder: Address) {
  return devnet.client.readContract({
    address: dollar,
    abi: demoTokenAbi,
    functionName: 'balanceOf',
    args: [holder],
  })
}

function readOwner(id: bigint) {
  return devnet.client.readContract({
    address: rings,
    abi: demoCollectibleAbi,
    functionName: 'ownerOf',
    args: [id],
  })
}
