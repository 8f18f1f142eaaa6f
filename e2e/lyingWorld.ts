import {
  allowanceModuleAddress,
  batchCalls,
  type DeployedSafe,
  type DevnetClient,
  demoAccounts,
  deploySafe,
  getDemoContractAddress,
  runTransaction,
  sendTransaction,
  signDelegate,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  addOwnerWithThresholdMethod,
  enableModuleMethod,
  encodeMethod,
  erc20TransferMethod,
  getCommentTypedData,
  getNameChangesTypedData,
  getSafeMessageTypedData,
  hashNameChanges,
  hashSafeMessage,
  type MessageContent,
  type NameChange,
  noNameChanges,
} from '@covault/protocol'
import { type APIRequestContext, expect } from '@playwright/test'
import {
  type Address,
  encodeFunctionData,
  erc721Abi,
  type Hex,
  parseEther,
} from 'viem'
import type { HDAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

import { connect, patiently } from './otherOwners.js'

const { alice, bob, carol, supplier } = demoAccounts
const path = '/v1/chains/31337'

/** A safe with a bit of everything: whatever can be lied about is there. */
export type LyingWorld = {
  client: DevnetClient
  safe: DeployedSafe
  /** By what they are. */
  proposals: Record<string, Hex>
  messages: Record<string, Hex>
  /** Of alice, who is signed in. */
  cookie: string
}

export async function makeLyingWorld({
  product,
  request,
}: {
  product: { url: string; chains: Record<number, string> }
  request: APIRequestContext
}): Promise<LyingWorld> {
  const client = connect(product)
  const devnet = { chainId: 31337, client }
  const safe = await patiently(() =>
    deploySafe(devnet, {
      owners: [alice.address, bob.address, carol.address],
      threshold: 3,
      saltNonce: BigInt(Date.now()),
    }),
  )
  await patiently(() =>
    sendTransaction(client, {
      account: alice,
      to: safe.address,
      value: parseEther('1'),
    }),
  )
  for (const plan of listPast(safe))
    await patiently(() =>
      runTransaction(devnet, safe, {
        plan,
        signers: [alice, bob, carol],
        executor: carol,
      }),
    )
  await expect
    .poll(async () => {
      const reply = await request.get(`${path}/safes/${safe.address}`)
      return reply.ok() ? (await reply.json()).nonce : undefined
    })
    .toBe(2)
  const proposals: Record<string, Hex> = {}
  for (const [name, plan] of Object.entries(listPlans(safe)))
    proposals[name] = await propose(request, { safe, plan, name })
  const messages: Record<string, Hex> = {}
  for (const [name, { content, signers }] of Object.entries(listContents(safe)))
    messages[name] = await write(request, { safe, content, signers })
  await nameProposer(request, safe.address)
  await shareNames(request, safe)
  const cookie = await signIn(request, product.url)
  const [safeTxHash = '0x'] = Object.values(proposals)
  for (const text of ['Is this the rent?', 'Yes, for November.'])
    await comment(request, { safe, safeTxHash, text, cookie })
  return { client, safe, proposals, messages, cookie }
}

function listPast({ address }: DeployedSafe): TransactionPlan[] {
  const module = allowanceModuleAddress
  return [
    { to: address, data: encodeMethod(enableModuleMethod, { module }) },
    { to: supplier.address, value: parseEther('0.1') },
  ]
}

/** The last one is signed by one owner only, for it displaces the first. */
function listPlans(safe: DeployedSafe): Record<string, TransactionPlan> {
  const dollar = getDemoContractAddress('dollar')
  const rings = getDemoContractAddress('rings')
  const payment = encodeMethod(erc20TransferMethod, {
    to: supplier.address,
    value: 5_000_000n,
  })
  const batch = batchCalls(safe, [
    { to: dollar, data: payment },
    { to: supplier.address, value: parseEther('0.2') },
  ])
  return {
    'a payment with a refund': {
      nonce: 6n,
      to: supplier.address,
      value: parseEther('0.3'),
      safeTxGas: 50_000n,
      baseGas: 20_000n,
      gasPrice: 1n,
      gasToken: dollar,
      refundReceiver: bob.address,
    },
    'a payment of tokens': { nonce: 2n, to: dollar, data: payment },
    'a batch': { nonce: 3n, ...batch },
    'a new owner': {
      nonce: 4n,
      to: safe.address,
      data: encodeMethod(addOwnerWithThresholdMethod, {
        owner: supplier.address,
        threshold: 2n,
      }),
    },
    'an unknown call': { nonce: 5n, to: rings, data: '0x12345678', value: 1n },
    'a collectible': {
      nonce: 7n,
      to: rings,
      data: encodeFunctionData({
        abi: erc721Abi,
        functionName: 'transferFrom',
        args: [safe.address, supplier.address, 1n],
      }),
    },
    'a rejection': { nonce: 2n, to: safe.address },
  }
}

async function propose(
  request: APIRequestContext,
  {
    safe,
    plan,
    name,
  }: { safe: DeployedSafe; plan: TransactionPlan; name: string },
): Promise<Hex> {
  const { transaction, safeTxHash, signatures } = await signTransaction(safe, {
    plan,
    signers: [bob, carol],
  })
  const [first, second] = signatures.flatMap((one) =>
    one.kind === 'ecdsa' ? one.data : [],
  )
  const url = 'https://app.example'
  const proposed = await request.post(
    `${path}/transactions/${safe.address}/propose`,
    {
      data: {
        ...transaction,
        value: String(transaction.value),
        safeTxGas: String(transaction.safeTxGas),
        baseGas: String(transaction.baseGas),
        gasPrice: String(transaction.gasPrice),
        nonce: String(transaction.nonce),
        safeTxHash,
        sender: bob.address,
        signature: first,
        origin: JSON.stringify({ url, name: 'Example', note: name }),
      },
    },
  )
  expect(proposed.ok(), await proposed.text()).toBe(true)
  const confirmed = await request.post(
    `${path}/transactions/${safeTxHash}/confirmations`,
    { data: { signature: second } },
  )
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  return safeTxHash
}

function listContents({
  address,
}: DeployedSafe): Record<
  string,
  { content: MessageContent; signers: HDAccount[] }
> {
  const permit = {
    domain: {
      name: 'Token',
      chainId: 31337,
      verifyingContract: getDemoContractAddress('dollar'),
    },
    primaryType: 'Permit',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    },
    message: { owner: address, spender: bob.address, value: '7' },
  }
  return {
    'a text': { content: 'We agree.', signers: [bob, carol] },
    'a permit': { content: permit, signers: [alice, bob, carol] },
  }
}

async function write(
  request: APIRequestContext,
  {
    safe,
    content,
    signers,
  }: { safe: DeployedSafe; content: MessageContent; signers: HDAccount[] },
): Promise<Hex> {
  const domain = { chainId: 31337, safe: safe.address, version: safe.version }
  const typedData = getSafeMessageTypedData(domain, content)
  const hash = hashSafeMessage(domain, content)
  for (const [index, signer] of signers.entries()) {
    const signature = await signer.signTypedData(typedData)
    const reply = await request.post(
      index === 0
        ? `${path}/safes/${safe.address}/messages`
        : `${path}/messages/${hash}/signatures`,
      {
        data:
          index === 0
            ? { message: content, signature, origin: '{"name":"Example"}' }
            : { signature },
      },
    )
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  return hash
}

/** Answers with the cookie; the browsers of the tests stay signed out. */
async function signIn(
  request: APIRequestContext,
  url: string,
): Promise<string> {
  const { nonce } = await (await request.get('/v1/auth/nonce')).json()
  const message = createSiweMessage({
    address: alice.address,
    chainId: 31337,
    domain: new URL(url).host,
    nonce,
    uri: url,
    version: '1',
  })
  const signature = await alice.signMessage({ message })
  const reply = await fetch(`${url}/v1/auth/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, signature }),
  })
  expect(reply.ok).toBe(true)
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function comment(
  request: APIRequestContext,
  {
    safe,
    safeTxHash,
    text,
    cookie,
  }: { safe: DeployedSafe; safeTxHash: Hex; text: string; cookie: string },
): Promise<void> {
  const writtenAt = Date.now()
  const signature = await alice.signTypedData(
    getCommentTypedData({
      ...{ chainId: 31337, safe: safe.address, safeTxHash, writtenAt, text },
    }),
  )
  const reply = await request.post(
    `${path}/safes/${safe.address}/transactions/${safeTxHash}/comments`,
    { data: { text, writtenAt, signature }, headers: { cookie } },
  )
  expect(reply.ok(), await reply.text()).toBe(true)
}

async function nameProposer(request: APIRequestContext, safe: Address) {
  const body = {
    safe,
    delegate: supplier.address,
    delegator: bob.address,
    label: 'Accounting',
  }
  const signature = await signDelegate(
    { chainId: 31337, body },
    { unixSeconds: Math.floor(Date.now() / 1000) },
  )
  const reply = await request.post('/v2/chains/31337/delegates', {
    data: { ...body, signature },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** What owners called addresses before they renamed or removed them. */
export const formerNames: readonly string[] = ['Supply', 'Nobody']

async function shareNames(
  request: APIRequestContext,
  { address: safe }: DeployedSafe,
): Promise<void> {
  const named = (address: Address, name: string) => ({
    ...{ chainId: 31337, address, name },
  })
  const [first = '', second = ''] = formerNames
  const sets: [HDAccount, NameChange[]][] = [
    [alice, [named(safe, 'Treasury'), named(supplier.address, first)]],
    [bob, [named(supplier.address, 'Acme'), named(bob.address, second)]],
    [carol, [named(bob.address, ''), named(alice.address, 'Alice')]],
  ]
  let previous = noNameChanges
  for (const [index, [signer, changes]] of sets.entries()) {
    const time = Math.floor(Date.now() / 1000)
    const set = {
      ...{ chainId: 31337, safe, sequence: index + 1, previous, time, changes },
    }
    const signature = await signer.signTypedData(getNameChangesTypedData(set))
    const told = changes.map((one) => ({ ...one, chainId: '31337' }))
    const reply = await request.post(`${path}/safes/${safe}/names`, {
      data: { previous, time, changes: told, signature },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    previous = hashNameChanges(set)
  }
}
