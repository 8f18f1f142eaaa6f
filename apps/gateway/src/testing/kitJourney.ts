import { demoAccounts } from '@covault/devnet'
import { hashSafeMessage } from '@covault/protocol'
import type ApiKit from 'api-kit-5'
import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  zeroHash,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { expect, vi } from 'vitest'
import { type KitScene, openProtocolKit, openStarterKit } from './apiKits.js'

// What programs do with api-kit, step by step. Each version of it goes
// through the same.

const { alice, bob, dave, erin, customer } = demoAccounts

type Signer = Parameters<typeof openProtocolKit>[1]

/** A transaction that somebody made with protocol-kit, and its signature. */
async function sign(
  scene: KitScene,
  { as, value, nonce }: { as: Signer; value: bigint; nonce?: number },
) {
  const protocol = await openProtocolKit(scene, as)
  const made = await protocol.createTransaction({
    transactions: [{ to: dave.address, value: String(value), data: '0x' }],
    ...(nonce === undefined ? {} : { options: { nonce } }),
  })
  const safeTxHash = await protocol.getTransactionHash(made)
  const { data: signature } = await protocol.signHash(safeTxHash)
  return { data: made.data, safeTxHash: safeTxHash as Hex, signature }
}

async function propose(
  kit: ApiKit,
  scene: KitScene,
  parameters: {
    as: Signer
    value: bigint
    nonce?: number
    unsigned?: boolean
  },
) {
  const { data, safeTxHash, signature } = await sign(scene, parameters)
  await kit.proposeTransaction({
    safeAddress: scene.safe.address,
    safeTransactionData: data as never,
    safeTxHash,
    senderAddress: demoAccounts[parameters.as].address,
    // Typed as needed, sent as nothing.
    senderSignature: (parameters.unsigned ? undefined : signature) as string,
    origin: 'A program',
  })
  return safeTxHash
}

/** Proposed, confirmed, listed. */
export async function proposeAndConfirm(kit: ApiKit, scene: KitScene) {
  const { address } = scene.safe
  const safeTxHash = await propose(kit, scene, { as: 'alice', value: 1n })
  const { data: second } = await (await openProtocolKit(scene, 'bob')).signHash(
    safeTxHash,
  )
  await kit.confirmTransaction(safeTxHash, second)
  const read = await kit.getTransaction(safeTxHash)
  expect(read).toMatchObject({
    safe: address,
    to: dave.address,
    value: '1',
    data: null,
    safeTxHash,
    proposer: alice.address,
    isExecuted: false,
    trusted: true,
  })
  expect(read.confirmations?.map(({ owner }) => owner).toSorted()).toEqual(
    [alice.address, bob.address].toSorted(),
  )
  const { results } = await kit.getPendingTransactions(address)
  expect(results).toEqual([read])
  expect(Number(await kit.getNextNonce(address))).toBe(Number(read.nonce) + 1)
  return safeTxHash
}

/** Executed by protocol-kit from what was read, and read back. */
export async function executeWithProtocolKit(
  kit: ApiKit,
  scene: KitScene,
  safeTxHash: Hex,
) {
  const { address } = scene.safe
  const protocol = await openProtocolKit(scene, 'alice')
  const ready = await kit.getTransaction(safeTxHash)
  const { hash } = await protocol.executeTransaction(ready as never)
  await scene.devnet.client.waitForTransactionReceipt({ hash: hash as Hex })
  await vi.waitFor(
    async () =>
      expect(await kit.getTransaction(safeTxHash)).toMatchObject({
        isExecuted: true,
        isSuccessful: true,
        transactionHash: hash,
        executor: alice.address,
        signatures: expect.stringMatching(/^0x[0-9a-f]{260}$/),
      }),
    { timeout: 30_000, interval: 200 },
  )
  const all = await kit.getMultisigTransactions(address)
  expect(all.results[0]).toMatchObject({ safeTxHash, isExecuted: true })
  expect((await kit.getPendingTransactions(address)).results).toEqual([])
  const history = await kit.getAllTransactions(address)
  expect(history.results.map((item) => item.txType)).toContain(
    'MULTISIG_TRANSACTION',
  )
}

/** Of delegates, and of what nobody signed. */
export async function proposeForOthers(kit: ApiKit, scene: KitScene) {
  const { devnet, safe } = scene
  const signer = createWalletClient({
    account: alice,
    transport: http(devnet.url),
  })
  const right = {
    safeAddress: safe.address,
    delegateAddress: erin.address,
    delegatorAddress: alice.address,
  }
  const added = await kit.addSafeDelegate({
    ...right,
    label: 'Bot',
    signer: signer as never,
  })
  expect(added).toMatchObject({
    safe: safe.address,
    delegate: erin.address,
    delegator: alice.address,
    label: 'Bot',
  })
  const listed = await kit.getSafeDelegates({ safeAddress: safe.address })
  expect(listed).toMatchObject({ count: 1, results: [{ label: 'Bot' }] })
  const byDelegate = await propose(kit, scene, {
    as: 'erin',
    value: 2n,
    nonce: 20,
  })
  expect(await kit.getTransaction(byDelegate)).toMatchObject({
    proposer: alice.address,
    proposedByDelegate: erin.address,
    confirmations: [],
    trusted: true,
  })
  const unsigned = await propose(kit, scene, {
    as: 'alice',
    value: 3n,
    nonce: 21,
    unsigned: true,
  })
  expect(await kit.getTransaction(unsigned)).toMatchObject({
    trusted: false,
    confirmations: [],
  })
  expect(await kit.getTransactionConfirmations(unsigned)).toMatchObject({
    count: 0,
    results: [],
  })
  await kit.removeSafeDelegate({ ...right, signer: signer as never })
  const left = await kit.getSafeDelegates({ safeAddress: safe.address })
  expect(left.results).toEqual([])
  await expect(
    kit.removeSafeDelegate({ ...right, signer: signer as never }),
  ).rejects.toThrow()
}

const typedMessage = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'contents', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Kit' },
  message: { contents: 'Hello' },
}

/** Text and typed data, signed by two. */
export async function signMessages(kit: ApiKit, { safe }: KitScene) {
  const { address } = safe
  for (const message of [`Hello of ${address}`, typedMessage]) {
    const hash = hashSafeMessage(
      { chainId: safe.chainId, safe: address, version: safe.version },
      message as never,
    )
    await kit.addMessage(address, {
      message: message as never,
      signature: await alice.sign({ hash }),
    })
    await kit.addMessageSignature(hash, await bob.sign({ hash }))
    const read = await kit.getMessage(hash)
    expect(read).toMatchObject({
      safe: address,
      messageHash: hash,
      message,
      proposedBy: alice.address,
      preparedSignature: expect.stringMatching(/^0x[0-9a-f]{260}$/),
    })
    expect(read.confirmations).toHaveLength(2)
  }
  const { count, results } = await kit.getMessages(address)
  expect([count, results.length]).toEqual([2, 2])
}

/** What is only read. */
export async function readAll(
  kit: ApiKit,
  scene: KitScene,
  { token, busySafe }: { token: Hex; busySafe: Hex },
) {
  const { devnet, safe } = scene
  const { address } = safe
  const hash = await devnet.client.sendTransaction({
    account: customer,
    to: address,
    value: 5n,
  })
  await devnet.client.waitForTransactionReceipt({ hash })
  await vi.waitFor(
    async () =>
      expect(
        (await kit.getIncomingTransactions(address)).results,
      ).toContainEqual(
        expect.objectContaining({ transactionHash: hash, value: '5' }),
      ),
    { timeout: 30_000, interval: 200 },
  )
  expect((await kit.getServiceInfo()).name).toEqual(expect.any(String))
  expect((await kit.getServiceSingletonsInfo()).length).toBeGreaterThan(0)
  const info = await kit.getSafeInfo(address)
  expect(info).toMatchObject({ address, threshold: 2 })
  expect(info.owners).toHaveLength(3)
  const creation = await kit.getSafeCreationInfo(address)
  expect(creation.dataDecoded?.method).toBe('setup')
  const owned = await kit.getSafesByOwner(alice.address)
  expect(owned.safes).toContain(busySafe)
  const { modules } = await kit.getSafeInfo(busySafe)
  for (const module of modules)
    expect((await kit.getSafesByModule(module)).safes).toContain(busySafe)
  expect(
    (await kit.getModuleTransactions(busySafe)).results.length,
  ).toBeGreaterThan(0)
  const call = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [dave.address, 1n],
  })
  expect(await kit.decodeData(call)).toMatchObject({ method: 'transfer' })
  expect(
    await kit.estimateSafeTransaction(address, {
      to: dave.address,
      value: '0',
      data: '0x',
      operation: 0,
    } as never),
  ).toEqual({ safeTxGas: '0' })
  const tokens = await kit.getTokenList()
  expect(tokens.results.length).toBeGreaterThan(0)
  expect((await kit.getToken(token)).address).toBe(token)
}

/** None are kept, and anyone who brings one is told so. */
export async function askForOperations(
  kit: ApiKit,
  { safe }: KitScene,
  version: string,
) {
  const list = version.startsWith('2')
    ? kit.getSafeOperationsByAddress({ safeAddress: safe.address } as never)
    : kit.getSafeOperationsByAddress(safe.address)
  expect((await list).results).toEqual([])
  if (!version.startsWith('2'))
    expect((await kit.getPendingSafeOperations(safe.address)).results).toEqual(
      [],
    )
  await expect(
    kit.addSafeOperation({
      entryPoint: entryPoint07Address,
      moduleAddress: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
      safeAddress: safe.address,
      userOperation: {
        sender: safe.address,
        nonce: '0',
        initCode: '0x',
        callData: '0x',
        callGasLimit: 1n,
        verificationGasLimit: 1n,
        preVerificationGas: 1n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
        paymasterAndData: '0x',
        signature: await alice.sign({ hash: zeroHash }),
      },
    } as never),
  ).rejects.toThrow('does not keep ERC-4337 operations')
  await expect(
    kit.confirmSafeOperation(zeroHash, await alice.sign({ hash: zeroHash })),
  ).rejects.toThrow('not found on this server')
  await expect(kit.getSafeOperation(zeroHash)).rejects.toThrow()
  expect((await kit.getSafeOperationConfirmations(zeroHash)).results).toEqual(
    [],
  )
}

/** Sent by one owner, confirmed and so executed by the other. */
export async function sendWithStarterKit(scene: KitScene) {
  const [first, second] = await Promise.all([
    openStarterKit(scene, 'alice'),
    openStarterKit(scene, 'bob'),
  ])
  const sent = await first.send({
    transactions: [{ to: dave.address, value: '4', data: '0x' }],
  })
  expect(sent.status).toBe('PENDING_SIGNATURES')
  const safeTxHash = sent.transactions?.safeTxHash ?? ''
  const pending = await second.getPendingTransactions()
  expect(pending.results.map((each) => each.safeTxHash)).toEqual([safeTxHash])
  const message = await first.sendOffChainMessage({ message: 'Hello' })
  const messageHash = message.messages?.messageHash ?? ''
  const signed = await second.confirmOffChainMessage({ messageHash })
  expect(signed.status).toBe('MESSAGE_CONFIRMED')
  const done = await second.confirm({ safeTxHash })
  expect(done.status).toBe('EXECUTED')
}
