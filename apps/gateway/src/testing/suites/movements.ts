import {
  demoAccounts,
  demoTokenAbi,
  deploySafe,
  getDemoContractAddress,
  runTransaction,
  sendTransaction,
} from '@covault/devnet'
import {
  addOwnerWithThresholdMethod,
  encodeMethod,
  encodeMultiSend,
  findDeployment,
  multiSends,
} from '@covault/protocol'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 120_000 })

let demo: DemoGateway

beforeAll(async () => {
  demo = await shareDemoGateway()
}, 300_000)
afterAll(() => demo?.stop())

type Movement = {
  id: string
  direction: string
  sender: { value: Address }
  recipient: { value: Address }
  transferInfo: {
    type: string
    tokenAddress?: Address
    value?: string
    tokenId?: string
    quantity?: string
  }
  txHash: Hex
  cause: string
  transactionId: string | null
  nonce: number | null
  callPath: string | null
  fee: { payer: { value: Address }; total: string } | null
  price: { usd: string; day: string; source: string } | null
  timestamp: number
  signers: { value: Address }[]
  feePrice: { usd: string } | null
}

async function get<answer>(path: string): Promise<answer> {
  const url = path.startsWith('http') ? path : `${demo.url}${path}`
  const reply = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  const text = await reply.text()
  expect(reply.status, `${url}: ${text}`).toBe(200)
  return JSON.parse(text) as answer
}

const movementsOf = (safe: Address) =>
  `/v1/chains/31337/safes/${safe}/movements`

async function follow(path: string): Promise<Movement[]> {
  const items: Movement[] = []
  for (let url: string | null = path; url; ) {
    const page: { next: string | null; results: Movement[] } = await get(url)
    items.push(...page.results)
    url = page.next
  }
  return items
}

// A token that nobody lists may log what never moved: it is left out.
test('movements of every safe of the demo add up to what the chain says it has', async () => {
  const { client } = demo.devnet
  const safes = demo.world.safes.filter(({ chainId }) => chainId === 31337)
  expect(safes.length).toBeGreaterThan(3)
  let compared = 0
  for (const { address } of safes) {
    const moved = await follow(`${movementsOf(address)}?cursor=limit%3D50`)
    const { count, sums } = await get<{
      count: number
      sums: { tokenAddress: Address; incoming: string; outgoing: string }[]
    }>(`${movementsOf(address)}/sums`)
    expect(count, address).toBe(moved.length)
    expect(new Set(moved.map(({ id }) => id)).size).toBe(moved.length)
    const fungible = new Set(
      moved
        .filter(({ transferInfo }) => transferInfo.type === 'ERC20')
        .map(({ transferInfo }) => transferInfo.tokenAddress),
    )
    for (const { tokenAddress, incoming, outgoing } of sums) {
      const isNative = tokenAddress === zeroAddress
      if (!isNative && !fungible.has(tokenAddress)) continue
      const has = isNative
        ? await client.getBalance({ address })
        : await client.readContract({
            abi: erc20Abi,
            address: tokenAddress,
            functionName: 'balanceOf',
            args: [address],
          })
      const name = `${address} ${tokenAddress}`
      expect(BigInt(incoming) - BigInt(outgoing), name).toBe(has)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(5)
})

test('filters find what moved inside of a batch', async () => {
  const safes = demo.world.safes.filter(({ chainId }) => chainId === 31337)
  const all = await Promise.all(
    safes.map(async ({ address }) => ({
      address,
      moved: await follow(movementsOf(address)),
    })),
  )
  const found = all.flatMap(({ address, moved }) =>
    moved
      .filter(({ callPath, direction }) => callPath && direction === 'OUTGOING')
      .map((movement) => ({ address, movement })),
  )
  expect(found.length).toBeGreaterThan(0)
  const { address, movement } = found[0] ?? found[1] ?? fail()
  const { recipient, nonce, transferInfo, id } = movement
  const token = transferInfo.tokenAddress ?? zeroAddress
  for (const filter of [
    `counterparty=${recipient.value}`,
    `nonce=${nonce}`,
    `token_address=${token}`,
    'direction=outgoing',
    `ids=${id};${found.at(-1)?.movement.id}`,
  ]) {
    const some = await follow(`${movementsOf(address)}?${filter}`)
    expect(
      some.map((one) => one.id),
      filter,
    ).toContain(id)
  }
  expect(await follow(`${movementsOf(address)}?ids=${id}`)).toHaveLength(1)
  const many = Array.from({ length: 51 }, () => id).join(';')
  for (const wrong of ['transfer_', 'multisig_0x', many]) {
    const reply = await fetch(
      `${demo.url}${movementsOf(address)}?ids=${wrong}`,
      { signal: AbortSignal.timeout(20_000) },
    )
    expect([400, 422], wrong).toContain(reply.status)
  }
  const never = `${movementsOf(address)}?execution_date__gte=2999-01-01`
  expect(await follow(never)).toEqual([])
  const others = await follow(`${movementsOf(address)}?direction=incoming`)
  expect(others.map((one) => one.id)).not.toContain(id)
  await expect
    .poll(
      async () =>
        (await follow(`${movementsOf(address)}?nonce=${nonce}`))[0]?.fee,
      { timeout: 30_000, interval: 500 },
    )
    .toMatchObject({ total: expect.stringMatching(/^[1-9]/) })
  const [executed] = await follow(
    `${movementsOf(address)}?nonce=${nonce}&signers=true`,
  )
  expect(executed?.feePrice?.usd).toMatch(/^\d/)
  const { confirmations } = await get<{
    confirmations: { owner: Address }[]
  }>(
    `/tx-service/local1/api/v2/multisig-transactions/${movement.transactionId?.split('_')[2]}/`,
  )
  expect(confirmations.length).toBeGreaterThan(0)
  expect(executed?.signers.map(({ value }) => value).sort()).toEqual(
    confirmations.map(({ owner }) => owner).sort(),
  )
})

test('what moved has the price of its day, or of one before it', async () => {
  const safe = demo.world.safes.find(({ chainId }) => chainId === 31337)
  const moved = await follow(movementsOf(safe?.address ?? zeroAddress))
  const priced = moved.filter(({ price }) => price !== null)
  expect(priced.length).toBeGreaterThan(0)
  const [first] = priced
  const token = first?.transferInfo.tokenAddress ?? zeroAddress
  const then = `/v1/chains/31337/prices-then?tokens=${token}&day=${first?.price?.day}`
  expect(await get(then)).toEqual([
    { tokenAddress: token, price: first?.price },
  ])
  for (const wrong of ['tokens=0x&day=2026-11-15', `tokens=${token}&day=now`]) {
    const reply = await fetch(
      `${demo.url}/v1/chains/31337/prices-then?${wrong}`,
      { signal: AbortSignal.timeout(20_000) },
    )
    expect(reply.status).toBe(422)
  }
  for (const { price, timestamp } of priced) {
    expect(price?.usd).toMatch(/^\d+(\.\d+)?$/)
    expect((price?.day ?? '') <= new Date(timestamp).toISOString()).toBe(true)
  }
})

test('history sums up what each execution moved', async () => {
  type Item = {
    transaction?: {
      id: string
      movements?: {
        direction: string
        transferInfo: { tokenAddress?: Address; value?: string }
        count: number
        counterparties: number
      }[]
    }
  }
  let summed = 0
  for (const { address } of demo.world.safes.filter(
    ({ chainId }) => chainId === 31337,
  )) {
    const moved = await follow(`${movementsOf(address)}?trusted=false`)
    const { results } = await get<{ results: Item[] }>(
      `/v1/chains/31337/safes/${address}/transactions/history`,
    )
    for (const { transaction } of results)
      for (const sum of transaction?.movements ?? []) {
        const mine = moved.filter(
          (one) =>
            one.transactionId === transaction?.id &&
            one.cause === 'EXECUTION' &&
            one.direction === sum.direction &&
            one.transferInfo.tokenAddress === sum.transferInfo.tokenAddress,
        )
        const { value } = sum.transferInfo
        const total = mine.reduce(
          (all, one) => all + BigInt(one.transferInfo.value ?? 0),
          0n,
        )
        expect(mine).toHaveLength(sum.count)
        expect(total, transaction?.id).toBe(BigInt(value ?? 0))
        summed++
      }
  }
  expect(summed).toBeGreaterThan(5)
})

test('what executions cost is what their receipts say', async () => {
  const { client } = demo.devnet
  const safe = demo.world.safes.find(({ chainId }) => chainId === 31337)
  const list = `/tx-service/local1/api/v2/safes/${safe?.address}/multisig-transactions/?executed=true&limit=5`
  type Executed = {
    transactionHash: Hex
    gasUsed: number | null
    fee: string | null
    ethGasPrice: string | null
    maxFeePerGas: string | null
  }
  const read = async () => (await get<{ results: Executed[] }>(list)).results
  await expect
    .poll(async () => (await read()).every(({ fee }) => fee !== null), {
      timeout: 30_000,
      interval: 500,
    })
    .toBe(true)
  const executed = await read()
  expect(executed.length).toBeGreaterThan(0)
  for (const { transactionHash: hash, ...told } of executed) {
    const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({
      hash,
    })
    const { maxFeePerGas } = await client.getTransaction({ hash })
    expect(told).toMatchObject({
      gasUsed: Number(gasUsed),
      ethGasPrice: String(effectiveGasPrice),
      fee: String(gasUsed * effectiveGasPrice),
      maxFeePerGas: maxFeePerGas === undefined ? null : String(maxFeePerGas),
    })
  }
})

describe('the books of a safe that does everything', () => {
  const { alice, bob, dave } = demoAccounts
  const dollar = getDemoContractAddress('dollar')
  const items = getDemoContractAddress('items')
  const itemsAbi = parseAbi([
    'function mint(address to, uint256 id, uint256 amount)',
    'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  ])
  const pay = (to: Address, value: bigint) => ({
    to: dollar,
    data: encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'transfer',
      args: [to, value],
    }),
  })
  const hashes: Record<string, Hex> = {}
  let safe: Awaited<ReturnType<typeof deploySafe>>
  let moved: Movement[]

  beforeAll(async () => {
    const { devnet } = demo
    safe = await deploySafe(devnet, {
      owners: [alice.address],
      threshold: 1,
      saltNonce: 2600n,
    })
    const { address } = safe
    const sent = { account: dave, to: address, value: parseEther('2') }
    await sendTransaction(devnet.client, sent)
    const mint = encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'mint',
      args: [address, parseUnits('500', 6)],
    })
    await sendTransaction(devnet.client, {
      account: dave,
      to: dollar,
      data: mint,
    })
    await sendTransaction(devnet.client, {
      account: dave,
      to: items,
      data: encodeFunctionData({
        abi: itemsAbi,
        functionName: 'mint',
        args: [address, 3n, 12n],
      }),
    })
    const batcher = findDeployment(
      multiSends.filter(({ callOnly }) => !callOnly),
      safe,
    )
    const batch = (calls: Parameters<typeof encodeMultiSend>[0]) => ({
      to: batcher?.address ?? zeroAddress,
      value: 0n,
      data: encodeMultiSend(calls),
      operation: 1 as const,
    })
    const ether = { to: dave.address, value: parseEther('0.1') } as const
    const inner = batch([
      { ...pay(dave.address, parseUnits('10', 6)), value: 0n, operation: 0 },
      { ...ether, data: '0x', operation: 0 },
      ...[1n, 2n].map((amount) => ({
        ...{ to: dollar, value: 0n, operation: 0 as const },
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [dave.address, amount],
        }),
      })),
    ])
    const refunds = { safeTxGas: 90_000n, baseGas: 5n, gasPrice: 1n }
    const plans: Record<string, Parameters<typeof runTransaction>[2]['plan']> =
      {
        nested: batch([inner]),
        itself: { to: address, value: parseEther('0.5') },
        itsTokens: pay(address, parseUnits('100', 6)),
        addsOwner: {
          to: address,
          data: encodeMethod(addOwnerWithThresholdMethod, {
            owner: bob.address,
            threshold: 1n,
          }),
        },
        fails: { ...pay(dave.address, parseUnits('9999', 6)), ...refunds },
        sendsItems: {
          to: items,
          data: encodeFunctionData({
            abi: itemsAbi,
            functionName: 'safeTransferFrom',
            args: [address, dave.address, 3n, 5n, '0x'],
          }),
        },
      }
    for (const [name, plan] of Object.entries(plans)) {
      const run = { plan, signers: [alice], executor: alice }
      hashes[name] = (
        await runTransaction(devnet, safe, run)
      ).receipt.transactionHash
    }
    const path = movementsOf(address)
    // A safe that is asked for is followed; what it cost is told a little later.
    await vi.waitFor(
      async () => {
        const fees = await follow(`${path}?list=fees`)
        expect(fees.filter(({ fee }) => fee)).toHaveLength(6)
      },
      { timeout: 90_000, interval: 500 },
    )
    moved = await follow(path)
  }, 300_000)

  const of = (name: string) =>
    moved.filter(({ txHash }) => txHash === hashes[name])

  test('what it sends to itself is one movement in no direction', async () => {
    expect(of('itself').map(({ direction }) => direction)).toEqual(['SELF'])
    expect(of('itsTokens').map(({ direction }) => direction)).toEqual(['SELF'])
    for (const direction of ['incoming', 'outgoing']) {
      const some = await follow(
        `${movementsOf(safe.address)}?direction=${direction}`,
      )
      expect(some.length).toBeGreaterThan(0)
      expect(
        some.filter(
          ({ sender, recipient }) => sender.value === recipient.value,
        ),
      ).toEqual([])
    }
  })

  test('a batch in a batch is told call by call', () => {
    expect(
      of('nested')
        .map(({ callPath, transferInfo: { value } }) => `${callPath} ${value}`)
        .sort(),
    ).toEqual(['0.0 10000000', `0.1 ${parseEther('0.1')}`])
  })

  test('the history counts the calls of a batch to the innermost', async () => {
    const { results } = await get<{
      results: { transaction?: { txHash: Hex; batch?: object | null } }[]
    }>(`/v1/chains/31337/safes/${safe.address}/transactions/history`)
    const batchOf = (name: string) =>
      results.find(({ transaction }) => transaction?.txHash === hashes[name])
        ?.transaction?.batch
    expect(batchOf('nested')).toEqual({ calls: 4, others: 2 })
    expect(batchOf('itself')).toBeNull()
  })

  test('several of one collectible are told with their number', async () => {
    expect(of('sendsItems').map(({ transferInfo }) => transferInfo)).toEqual([
      expect.objectContaining({ tokenId: '3', quantity: '5' }),
    ])
    const { results } = await get<{
      results: {
        transaction?: {
          txHash: Hex
          movements?: { transferInfo: object }[]
          txInfo: { transferInfo?: object }
        }
      }[]
    }>(`/v1/chains/31337/safes/${safe.address}/transactions/history`)
    const sent = results.find(
      ({ transaction }) => transaction?.txHash === hashes.sendsItems,
    )
    expect(sent?.transaction?.movements?.[0]?.transferInfo).toMatchObject({
      quantity: '5',
    })
    expect(
      results.map(({ transaction }) => transaction?.txInfo.transferInfo),
    ).toContainEqual(expect.objectContaining({ tokenId: '3', quantity: '12' }))
  })

  test('the history has the refund of a failed execution', async () => {
    const { results } = await get<{
      results: {
        transaction?: { txHash: Hex; txStatus: string; refund?: object }
      }[]
    }>(`/v1/chains/31337/safes/${safe.address}/transactions/history`)
    const failed = results.find(
      ({ transaction }) => transaction?.txHash === hashes.fails,
    )?.transaction
    const [refund] = of('fails')
    expect(refund?.cause).toBe('REFUND')
    expect(failed).toMatchObject({
      txStatus: 'FAILED',
      refund: { type: 'NATIVE_COIN', value: refund?.transferInfo.value },
    })
  })

  test('every execution has its fee, and what others sent has none', async () => {
    const fees = await follow(`${movementsOf(safe.address)}?list=fees`)
    expect(fees.map(({ txHash }) => txHash).sort()).toEqual(
      Object.values(hashes).sort(),
    )
    let total = 0n
    for (const { txHash: hash, transferInfo, cause } of fees) {
      const { gasUsed, effectiveGasPrice } =
        await demo.devnet.client.getTransactionReceipt({ hash })
      expect(cause).toBe('FEE')
      expect(transferInfo.value).toBe(String(gasUsed * effectiveGasPrice))
      total += gasUsed * effectiveGasPrice
    }
    const sums = await get<{
      fees: { total: string; count: number; unknown: number }
    }>(`${movementsOf(safe.address)}/sums`)
    expect(sums.fees).toEqual({ total: String(total), count: 6, unknown: 0 })
    const incoming = moved.filter(({ cause }) => cause === 'INCOMING')
    expect(incoming.map(({ fee }) => fee)).toEqual([null, null, null])
    const ofIncoming = `${movementsOf(safe.address)}/sums?direction=incoming`
    expect((await get<typeof sums>(ofIncoming)).fees.count).toBe(0)
    const byToken = `${movementsOf(safe.address)}?list=fees&token_address=${items}`
    expect((await follow(byToken)).map(({ txHash }) => txHash)).toEqual([
      hashes.sendsItems,
    ])
  })

  test('an amount counts in the decimals of each token', async () => {
    const path = movementsOf(safe.address)
    const found = async (filter: string) =>
      (await follow(`${path}?${filter}`))
        .map(({ transferInfo: { value, quantity } }) => value ?? quantity)
        .sort()
    expect(await found('amount__gte=2&amount__lte=10')).toEqual(
      ['10000000', String(parseEther('2')), '5'].sort(),
    )
    expect(
      await found(`amount__gte=9.9999999&token_address=${dollar}`),
    ).toEqual(['10000000', '100000000', '500000000'])
  })
})

function fail(): never {
  throw new TypeError('There is one.')
}
