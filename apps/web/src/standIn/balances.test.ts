import { demoAccounts } from '@covault/devnet'
import {
  type Call,
  encodeCalldata,
  encodeMultiSend,
  erc20TransferMethod,
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
import { createTokenBook, listSignedTokens } from './knownTokens.js'

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
