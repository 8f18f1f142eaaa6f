import { setTimeout as delay } from 'node:timers/promises'
import {
  demoAccounts,
  demoTokenAbi,
  deployDemoContracts,
  getDemoContractAddress,
  runTransaction,
} from '@covault/devnet'
import {
  enableModuleMethod,
  encodeMethod,
  erc20TransferMethod,
  getDelegateTypedData,
  getTotp,
} from '@covault/protocol'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { fillCreations } from '../../indexer/fillCreations.js'
import { post } from '../apiSuite.js'
import { signIn } from '../membersWorld.js'
import {
  addWebhook,
  ask,
  type NoticesSuite,
  typesOf,
  withNotices,
} from '../noticesSuite.js'
import { waitFor } from '../scene.js'
import { sendBlock } from '../sendBlock.js'
import { catchUp, createTestChain } from '../testWorld.js'

// What receivers are told of what happens on the chain, and of proposers.

const { alice, dave, deployer } = demoAccounts
const { world, newSafe, listen, open } = withNotices({ firstSalt: 279_500n })

const follow = ({ store }: Awaited<ReturnType<NoticesSuite['open']>>) =>
  createTestChain({
    store,
    urls: [world().devnet.url],
    settings: { logsPerStep: 1_000 },
  })

test('what happens on the chain is told, and a reorg is corrected', async () => {
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe(1)
  const { address } = safe
  const cookie = await signIn(gateway.app, alice)
  const hook = `${listener.origin}/hook`
  await addWebhook(gateway, safe, { cookie, url: hook })
  const chat = `${listener.origin}/chat`
  await addWebhook(gateway, safe, { cookie, url: chat, form: 'slack' })
  const chain = follow(gateway)
  await catchUp(chain)
  gateway.start()

  await sendBlock(world().devnet, [
    { account: deployer, to: address, value: 5n * 10n ** 18n },
  ])
  await runTransaction(world().devnet, safe, {
    plan: { to: dave.address, value: 10n },
    signers: [alice],
  })
  await catchUp(chain)
  const has = (type: string) => typesOf(listener.at('/hook')).includes(type)
  for (const type of [
    'INCOMING_ETHER',
    'OUTGOING_ETHER',
    'EXECUTED_MULTISIG_TRANSACTION',
  ])
    await waitFor(type, () => has(type))
  const events = listener.at('/hook')
  const executed = events.find(
    ({ type }) => type === 'EXECUTED_MULTISIG_TRANSACTION',
  )
  expect(executed).toMatchObject({ isFailed: false, failed: 'false' })
  const incoming = events.find(({ type }) => type === 'INCOMING_ETHER')
  expect(incoming).toMatchObject({ value: String(5n * 10n ** 18n) })
  expect(String(incoming?.id)).toMatch(/^i[0-9a-f]{64}\d+$/)
  const outgoing = events.find(({ type }) => type === 'OUTGOING_ETHER')
  expect(outgoing).toMatchObject({ value: '10', txHash: executed?.txHash })
  expect(incoming).not.toHaveProperty('tokenAddress')

  await world().devnet.reorg({ depth: 1 })
  await world().devnet.mine()
  await catchUp(chain)
  await waitFor('the correction', () => has('REORG_DETECTED'))
  const reorg = listener
    .at('/hook')
    .find(({ type }) => type === 'REORG_DETECTED')
  const told = listener.arrived.find(({ body }) =>
    body.includes('EXECUTED_MULTISIG_TRANSACTION'),
  )
  expect(reorg).toMatchObject({ address, chainId: '31337' })
  expect(reorg?.withdrawn).toContain(told?.id)
  await waitFor('the chat', () =>
    listener.at('/chat').some(({ text }) => /correction/.test(String(text))),
  )
  const texts = listener.at('/chat').map(({ text }) => String(text))
  expect(texts.join('\n')).toContain('Treasury: received 5 ETH.')
  expect(texts.join('\n')).toContain(
    'Treasury: transaction at nonce 0 was executed.',
  )
}, 300_000)

test('tokens that come and go, and what modules do, are told', async () => {
  const { devnet } = world()
  await deployDemoContracts(devnet)
  const token = getDemoContractAddress('dollar')
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe(1)
  const cookie = await signIn(gateway.app, alice)
  await addWebhook(gateway, safe, { cookie, url: `${listener.origin}/hook` })
  const chain = follow(gateway)
  await catchUp(chain)
  gateway.start()

  const mint = encodeFunctionData({
    abi: demoTokenAbi,
    functionName: 'mint',
    args: [safe.address, 9_000_000n],
  })
  await sendBlock(devnet, [{ account: deployer, to: token, data: mint }])
  const sent = await runTransaction(devnet, safe, {
    plan: {
      to: token,
      data: encodeMethod(erc20TransferMethod, {
        to: dave.address,
        value: 2_500_000n,
      }),
    },
    signers: [alice],
  })
  const module = dave.address
  await runTransaction(devnet, safe, {
    plan: {
      to: safe.address,
      data: encodeMethod(enableModuleMethod, { module }),
    },
    signers: [alice],
  })
  const data = encodeFunctionData({
    abi: parseAbi([
      'function execTransactionFromModule(address,uint256,bytes,uint8) returns (bool)',
    ]),
    args: [alice.address, 0n, '0x', 0],
  })
  const [receipt] = await sendBlock(devnet, [
    { account: dave, to: safe.address, data },
  ])
  await catchUp(chain)
  await waitFor('the module', () =>
    typesOf(listener.at('/hook')).includes('MODULE_TRANSACTION'),
  )
  const common = { chainId: '31337', address: safe.address }
  const find = (wanted: string) =>
    listener.at('/hook').filter(({ type }) => type === wanted)
  expect(find('INCOMING_TOKEN')).toMatchObject([
    { ...common, tokenAddress: token, value: '9000000', trusted: false },
  ])
  expect(find('OUTGOING_TOKEN')).toMatchObject([
    {
      ...common,
      ...{ tokenAddress: token, value: '2500000' },
      txHash: sent.receipt.transactionHash,
    },
  ])
  for (const { id } of [...find('INCOMING_TOKEN'), ...find('OUTGOING_TOKEN')])
    expect(String(id)).toMatch(/^e[0-9a-f]{64}\d+$/)
  expect(find('MODULE_TRANSACTION')).toMatchObject([
    { ...common, module, txHash: receipt?.transactionHash },
  ])
  // Consumers of the ecosystem's events do not know this one.
  expect(find('SAFE_SETUP_CHANGED')).toEqual([])
}, 300_000)

test('a safe that is created is told to anyone who hears of every safe', async () => {
  const listener = await listen()
  const secretFrom = 'COVAULT_ARCHIVE_SECRET'
  const gateway = await open(
    {
      trustedOrigins: [listener.origin],
      receivers: [
        { name: 'archive', url: `${listener.origin}/all`, secretFrom },
      ],
    },
    { [secretFrom]: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
  )
  gateway.start()
  await waitFor('it to be known', async () => {
    const rows = await gateway.store
      .selectFrom('receiver')
      .selectAll()
      .execute()
    return rows.length === 1
  })
  const chain = follow(gateway)
  await catchUp(chain)
  // Blocks know whole seconds.
  await delay(1_100)
  const safe = await newSafe(1)
  await catchUp(chain)
  const cookie = await signIn(gateway.app, alice)
  const url = `/v1/chains/31337/safes/${safe.address}`
  expect((await ask(gateway, { url }, cookie)).statusCode).toBe(200)
  await catchUp(chain)
  expect(await fillCreations(chain)).toBe(1)
  const [event] = await listener.until('/all', 1)
  expect(event).toMatchObject({
    ...{ type: 'SAFE_CREATED', chainId: '31337', address: safe.address },
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    blockNumber: expect.any(Number),
  })
}, 300_000)

test('who may propose is told when it begins, changes and ends', async () => {
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  await addWebhook(gateway, safe, { cookie, url: `${listener.origin}/hook` })
  gateway.start()
  const delegate = dave.address
  const totp = getTotp({ unixSeconds: Date.now() / 1000 })
  const signature = await alice.signTypedData(
    getDelegateTypedData({ chainId: 31337, delegate, totp }),
  )
  const body = { safe: safe.address, delegator: alice.address, signature }
  for (const label of ['assistant', 'bookkeeper']) {
    const add = post('/v2/chains/31337/delegates', { ...body, delegate, label })
    expect((await ask(gateway, add, cookie)).statusCode).toBe(200)
  }
  const remove = {
    method: 'DELETE' as const,
    url: `/v2/chains/31337/delegates/${delegate}`,
    payload: body,
  }
  expect((await ask(gateway, remove, cookie)).statusCode).toBe(200)
  const events = await listener.until('/hook', 3)
  const about = {
    ...{ chainId: '31337', address: safe.address },
    ...{ delegate, delegator: alice.address },
  }
  expect(events).toMatchObject([
    { ...about, type: 'NEW_DELEGATE' },
    { ...about, type: 'UPDATED_DELEGATE' },
    { ...about, type: 'DELETED_DELEGATE' },
  ])
})
