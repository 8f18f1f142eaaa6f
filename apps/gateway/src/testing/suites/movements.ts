import { type Address, erc20Abi, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
  transferInfo: { type: string; tokenAddress?: Address; value?: string }
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

function fail(): never {
  throw new TypeError('There is one.')
}
