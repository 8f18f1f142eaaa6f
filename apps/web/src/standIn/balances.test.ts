import { demoAccounts } from '@covault/devnet'
import {
  type Call,
  encodeCalldata,
  encodeMultiSend,
  erc20TransferMethod,
  listReleasedTokens,
  multiSends,
} from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import { type Address, keccak256, zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../preferences/localQueue.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { chainBalancesQuery } from '../trust/assets/balances.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { pastQuery } from '../trust/past/past.js'
import { readKnownBalances } from './balances.js'
import {
  createTokenBook,
  listAskedTokens,
  listListedTokens,
  listSignedTokens,
} from './knownTokens.js'

const address: Address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const other: Address = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const [listed, signed, batched, moved, read] = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
  '0x3333333333333333333333333333333333333333',
  '0x4444444444444444444444444444444444444444',
  '0x5555555555555555555555555555555555555555',
] as const
const chainId = 31337
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chain = { chainId, nativeCurrency } as ChainConfig
const { alice, supplier } = demoAccounts
const multiSend = multiSends.find(
  ({ callOnly, version }) => callOnly && version === '1.4.1',
)

afterEach(async () => {
  for (const { name } of await localTransactions.list())
    await localTransactions.remove(name)
})

function pay(token: Address): Call {
  const data = encodeCalldata(erc20TransferMethod, [supplier.address, 5n])
  return { to: token, value: 0n, data, operation: 0 }
}

async function keep(
  { to, value, data, operation }: Call,
  more: Partial<LocalTransaction> = {},
): Promise<void> {
  const kept: LocalTransaction = {
    chainId,
    safe: address,
    isProposed: false,
    at: 1,
    transaction: {
      ...{ to, value, data, operation },
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: 1n,
    },
    safeTxHash: keccak256(to),
    note: '',
    signatures: [{ signer: alice.address, signature: '0x11', at: 1 }],
    ...more,
  }
  await localTransactions.write(nameLocal(kept, kept.safeTxHash), kept)
}

/** A folder that lists one token, and a chain that says what there is. */
function open(asked: readonly Address[]): QueryClient {
  const cache = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  const token = { chainId, address: listed, name: 'Listed dollar' }
  cache.setQueryData(appConfigQuery.queryKey, {
    chains: [chain],
    tokens: [token, { ...token, chainId: 1, address: other }],
  } as never)
  cache.setQueryData(pastQuery(chain, address).queryKey, {
    entries: [
      { kind: 'transfer', token: moved, isCollectible: false },
      { kind: 'transfer', token: other, isCollectible: true },
      { kind: 'transfer', token: null, isCollectible: false },
    ],
  } as never)
  cache.setQueryData(['decimals', chainId, read], 6)
  cache.setQueryData(['decimals', chainId, other], null)
  cache.setQueryData(['decimals', 1, other], 6)
  cache.setQueryData(
    chainBalancesQuery({ chain, holder: address, tokens: asked }).queryKey,
    {
      tokens: new Map(
        asked.map((one) => [one, { amount: 7n, symbol: 'T', decimals: 6 }]),
      ),
    } as never,
  )
  return cache
}

test('balances of the native currency, of listed tokens and of what owners signed for', async () => {
  await keep(pay(signed))
  await keep({
    to: multiSend?.address ?? zeroAddress,
    value: 0n,
    data: encodeMultiSend([pay(batched), pay(listed)]),
    operation: 1,
  })
  const tokens = await listSignedTokens({ chainId, address })
  expect(tokens.toSorted()).toEqual([listed, signed, batched])
  const asked = [...new Set([zeroAddress, listed, ...tokens])]
  const balances = await readKnownBalances(open(asked), {
    ...{ chainId, address, trustedOnly: true },
  })
  expect(balances?.fiatTotal).toBe('0')
  expect(
    balances?.items.map(({ tokenInfo: { type, address, name } }) => [
      ...[type, address, name],
    ]),
  ).toEqual(
    asked.map((one) => [
      one === zeroAddress ? 'NATIVE_TOKEN' : 'ERC20',
      one,
      one === zeroAddress ? 'Ether' : one === listed ? 'Listed dollar' : '',
    ]),
  )
})

test('what nobody signed, other safes and other calls make no token known', async () => {
  await keep(pay(signed), { signatures: [] })
  await keep(pay(batched), { safe: other })
  await keep({ ...pay(moved), data: '0xa9059cbb' })
  expect(await listSignedTokens({ chainId, address })).toEqual([])
})

test('whoever wants to see all also sees what was moved and read lately', async () => {
  const asked = [zeroAddress, listed, moved, read]
  const balances = await readKnownBalances(open(asked), {
    ...{ chainId, address, trustedOnly: false },
  })
  expect(balances?.items.map((one) => one.tokenInfo.address)).toEqual(asked)
})

const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdt: Address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

test('tokens of the release are shown that the safe has, as their contracts tell of themselves', async () => {
  const mainnet = { chainId: 1, nativeCurrency } as ChainConfig
  const cache = open([])
  cache.setQueryData(appConfigQuery.queryKey, { chains: [mainnet] } as never)
  const tokens = [
    zeroAddress,
    ...listReleasedTokens(1).map((one) => one.address),
  ]
  const dollar = { amount: 7n, symbol: 'USDC2', decimals: 6 }
  cache.setQueryData(
    chainBalancesQuery({ chain: mainnet, holder: address, tokens }).queryKey,
    {
      tokens: new Map<Address, typeof dollar>([
        [zeroAddress, { ...dollar, amount: 0n }],
        [usdc, dollar],
        // Nothing of it is there.
        [weth, { amount: 0n, symbol: 'WETH', decimals: 18 }],
        // Whoever answers here counts otherwise than Tether does.
        [usdt, { amount: 10n ** 30n, symbol: 'USDT', decimals: 18 }],
      ]),
    } as never,
  )
  const balances = await readKnownBalances(cache, {
    ...{ chainId: 1, address, trustedOnly: true },
  })
  expect(
    balances?.items.map(({ tokenInfo: { address: at, name, symbol } }) => [
      ...[at, name, symbol],
    ]),
  ).toEqual([
    [zeroAddress, 'Ether', 'USDC2'],
    [usdc, 'USD Coin', 'USDC2'],
  ])
})

test('the file beside the page wins over the release', async () => {
  const cache = open([])
  const own = { chainId: 1, address: usdc, name: 'Our dollar', decimals: 6 }
  cache.setQueryData(appConfigQuery.queryKey, {
    chains: [],
    tokens: [own],
  } as never)
  const found = await listListedTokens(cache, 1)
  expect(found[0]).toEqual(own)
  expect(found.filter((one) => one.address === usdc)).toHaveLength(1)
  expect(found.find((one) => one.address === weth)).toMatchObject({
    isReleased: true,
  })
})

test('history does not trust a token of the release that counts otherwise', () => {
  const [first] = listReleasedTokens(1)
  if (!first) throw new Error('The release knows no token.')
  const listed = [{ ...first, isReleased: true as const }]
  const trust = (decimals: number | undefined) => {
    const facts = [{ address: first.address, token: { decimals } }] as never
    const book = createTokenBook(listed, { facts, signed: [] })
    return [book.isListed(first.address), book.nameOf(first.address)]
  }
  expect(trust(first.decimals)).toEqual([true, first.name])
  expect(trust(first.decimals + 1)).toEqual([false, null])
  expect(trust(undefined)).toEqual([false, null])
})

test('history trusts listed tokens and those that owners signed for', () => {
  const book = createTokenBook(
    [{ chainId, address: listed, name: 'Listed', symbol: 'L', decimals: 6 }],
    { facts: [], signed: [signed] },
  )
  expect([listed, signed, moved].map((one) => book.isListed(one))).toEqual([
    true,
    true,
    false,
  ])
  expect([listed, signed].map((one) => book.nameOf(one))).toEqual([
    'Listed',
    null,
  ])
})

test('listed and signed tokens are asked before any number of others', () => {
  const [first] = listReleasedTokens(1)
  if (!first) throw new Error('The release knows no token.')
  const spam = Array.from(
    { length: 80 },
    (_, at) => `0x${String(at + 1).padStart(40, '0')}` as Address,
  )
  const known = [first.address, signed]
  const asked = listAskedTokens([...spam, signed, first.address, signed], known)
  expect(asked).toEqual([signed, first.address, ...spam.slice(0, 50)])
})
