import {
  getNonces,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
  type TransactionDetails,
  type UnansweredCall,
} from '@covault/api'
import {
  buildSafeTransaction,
  encodeCalldata,
  erc20TransferMethod,
  hashSafeTransaction,
} from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { appConfigQuery } from '../queries/appConfig.js'
import { gatewayTrouble } from '../queries/gateway.js'
import { historyQuery } from '../queries/transactions.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { contractsQuery } from '../trust/contracts.js'
import { pastQuery } from '../trust/past/past.js'
import type { PastEntry } from '../trust/past/pastEntries.js'
import { safeQuery } from '../trust/safe.js'
import { claimTransaction, isAtGateway } from '../understand/assess/claim.js'
import { readTransaction } from '../understand/decode/readTransaction.js'
import { answerInstead } from './answer.js'

const address: Address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const other: Address = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const chainId = 31337
const chain = { chainId } as ChainConfig
const nothing = { count: 0, next: null, previous: null, results: [] }
const range = {
  ...{ fromBlock: 1n, toBlock: 9n, hasMore: false, hidden: 0 },
  provenance: {
    ...{ kind: 'chain', block: 9n },
    endpoint: { source: 'own', host: 'node.example' },
  },
}
const fromChain = { ...nothing, past: range }

// An outage is over before the next test.
beforeEach(() => gatewayTrouble.dispatchEvent(new Event('over')))

/** A chain that has read one safe, and a gateway that is away. */
function read(safe = address, entries: readonly PastEntry[] = []): QueryClient {
  const cache = new QueryClient()
  cache.setQueryData(appConfigQuery.queryKey, { chains: [chain] } as never)
  cache.setQueryData(safeQuery(chain, safe).queryKey, {
    status: 'safe',
    safe: { nonce: 3n, owners: [other], threshold: 1 },
  } as never)
  cache.setQueryData(pastQuery(chain, safe).queryKey, {
    entries,
    ...range,
  } as never)
  cache.setQueryData(contractsQuery(chain, []).queryKey, [] as never)
  return cache
}

function ask(
  endpoint: UnansweredCall['endpoint'],
  input: UnansweredCall['input'] = {
    params: { chainId, safe_address: address },
  },
): UnansweredCall {
  return { endpoint, input, signal: undefined }
}

test('the past is answered from the chain while the gateway is away', async () => {
  const answer = await answerInstead(read(), ask(getTransactionHistory))
  expect(answer).toEqual(fromChain)
})

test('a token that the safe itself has paid is known in its past, and others are counted', async () => {
  const [dollar, spam] = [`0x${'d0'.repeat(20)}`, `0x${'5a'.repeat(20)}`] as [
    Address,
    Address,
  ]
  const place = { txHash: `0x${'22'.repeat(32)}`, block: 5n, at: 1 } as const
  const receive = (token: Address, logIndex: number): PastEntry => ({
    ...{ ...place, logIndex, kind: 'transfer', from: other, to: address },
    ...{ token, number: 5n, isCollectible: false },
  })
  const data = encodeCalldata(erc20TransferMethod, [other, 5n])
  const cache = read(address, [
    receive(dollar, 3),
    receive(spam, 2),
    {
      ...{ ...place, logIndex: 1, kind: 'module', module: other },
      ...{ success: true, call: { to: dollar, value: 0n, data, operation: 0 } },
    },
  ])
  const { queryKey } = contractsQuery(chain, [dollar, spam])
  cache.setQueryData(queryKey, [] as never)
  const answer = await answerInstead(cache, ask(getTransactionHistory))
  expect(answer).toMatchObject({ count: 2, past: { hidden: 1 } })
})

test('what only a gateway collects stays unanswered, and so does a page of it', async () => {
  const params = { chainId, address }
  for (const call of [
    ask(getTransactionQueue),
    ask(getNonces, { params }),
    ask(getTransactionHistory, { pageUrl: 'http://x/?cursor=2' }),
  ])
    expect(await answerInstead(read(), call)).toBeUndefined()
})

test('what the gateway said of the safe before stays on the page', async () => {
  const cache = read()
  const { queryKey } = historyQuery({ chainId, address })
  cache.setQueryData(queryKey, { pages: [], pageParams: [] } as never)
  const call = ask(getTransactionHistory)
  expect(await answerInstead(cache, call)).toBeUndefined()
  // Of another safe it said nothing.
  const { queryKey: elsewhere } = historyQuery({ chainId, address: other })
  const fresh = read()
  fresh.setQueryData(elsewhere, { pages: [], pageParams: [] } as never)
  expect(await answerInstead(fresh, call)).toEqual(fromChain)
})

test('what was answered here is answered again until the outage is over', async () => {
  const cache = read()
  const call = ask(getTransactionHistory)
  await answerInstead(cache, call)
  // The page keeps the answer as it keeps the gateway's.
  const { queryKey } = historyQuery({ chainId, address })
  cache.setQueryData(queryKey, { pages: [], pageParams: [] } as never)
  expect(await answerInstead(cache, call)).toEqual(fromChain)
  gatewayTrouble.dispatchEvent(new Event('over'))
  expect(await answerInstead(cache, call)).toBeUndefined()
})

test('an address that is no safe is nobody’s to answer', async () => {
  const cache = read()
  cache.setQueryData(safeQuery(chain, address).queryKey, {
    status: 'empty',
  } as never)
  expect(await answerInstead(cache, ask(getTransactionHistory))).toBeUndefined()
})

test('what the chain tells of a transaction is not the gateway’s word', async () => {
  const domain = { chainId, safe: address, version: '1.4.1' } as const
  const transaction = buildSafeTransaction({
    domain,
    calls: [{ to: other, value: 1n, data: '0x', operation: 0 }],
    nonce: 2n,
  })
  const safeTxHash = hashSafeTransaction(domain, transaction)
  const entry: PastEntry = {
    ...{ kind: 'execution', safeTxHash, success: true, executor: other },
    ...{ signed: { transaction, signatures: '0x' } },
    ...{ txHash: `0x${'22'.repeat(32)}`, block: 5n, logIndex: 0, at: 1 },
  }
  const details = await answerInstead(
    read(address, [entry]),
    ask(getTransaction, {
      params: { chainId, transactionId: `multisig_${address}_${safeTxHash}` },
    }),
  )
  const { signed } = readTransaction(details as TransactionDetails, {
    ...{ chainId, address, version: '1.4.1' },
  })
  if (!signed) throw new Error('Nobody signs it.')
  expect(isAtGateway(claimTransaction(signed.execution))).toBe(false)
})
