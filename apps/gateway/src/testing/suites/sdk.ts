import { demoAccounts } from '@covault/devnet'
import {
  getDeleteRequestTypedData,
  getTotp,
  hashSafeMessage,
} from '@covault/protocol'
import ProtocolKit, {
  type ContractNetworkConfig,
  EthSafeSignature,
} from '@safe-global/protocol-kit'
import * as sdk from '@safe-global/safe-gateway-typescript-sdk'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'

// The ecosystem's older client as a black box: each of its functions that the
// specification lists is called, and each answer compared with the chain, or
// with what was written before.

const chainId = '31337'
const { alice, bob, erin } = demoAccounts

let demo: DemoGateway
let treasury: Address

beforeAll(async () => {
  demo = await shareDemoGateway()
  treasury = findSafe('Treasury')
  sdk.setBaseUrl(demo.url)
}, 300_000)
afterAll(() => demo?.stop())

function findSafe(name: string): Address {
  const safe = demo.world.safes.find((known) => known.name === name)
  if (!safe) throw new Error(`There is no ${name}.`)
  return safe.address
}

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function VERSION() view returns (string)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])

function ask<name extends 'getOwners' | 'getThreshold' | 'nonce' | 'VERSION'>(
  functionName: name,
  address = treasury,
) {
  return demo.devnet.client.readContract({
    abi: safeAbi,
    address,
    functionName,
  })
}

const transactionsOf = <item extends { type: string }>(results: item[]) =>
  results.filter(
    (item): item is item & { transaction: sdk.TransactionSummary } =>
      item.type === 'TRANSACTION',
  )

const readHistory = (query: string) =>
  sdk.getTransactionHistory(
    chainId,
    treasury,
    undefined,
    `${demo.url}/v1/chains/${chainId}/safes/${treasury}/transactions/history?${query}`,
  )

describe('safes', () => {
  test('getSafeInfo says what the contract says', async () => {
    for (const { address } of demo.world.safes) {
      const info = await sdk.getSafeInfo(chainId, address)
      expect(info.address.value).toBe(address)
      expect(info.chainId).toBe(chainId)
      expect(info.owners.map(({ value }) => value)).toEqual(
        await ask('getOwners', address),
      )
      expect(BigInt(info.threshold)).toBe(await ask('getThreshold', address))
      expect(BigInt(info.nonce)).toBe(await ask('nonce', address))
      expect(info.version?.split('+')[0]).toBe(await ask('VERSION', address))
    }
  })

  test('getOwnedSafes and getAllOwnedSafes find every safe of an owner', async () => {
    const expected: Address[] = []
    for (const { address } of demo.world.safes)
      if ((await ask('getOwners', address)).includes(alice.address))
        expected.push(address)
    const { safes } = await sdk.getOwnedSafes(chainId, alice.address)
    expect(safes.toSorted()).toEqual(expected.toSorted())
    const all = await sdk.getAllOwnedSafes(alice.address)
    expect(all[chainId]?.toSorted()).toEqual(expected.toSorted())
    const nobody = `0x${'12'.repeat(20)}`
    expect(await sdk.getOwnedSafes(chainId, nobody)).toEqual({ safes: [] })
  })

  test('getSafeOverviews leaves out what is no safe', async () => {
    const overviews = await sdk.getSafeOverviews(
      [`31337:${treasury}`, `31337:${erin.address}`],
      {
        currency: 'usd',
        trusted: false,
        exclude_spam: true,
        wallet_address: bob.address,
      },
    )
    expect(overviews).toHaveLength(1)
    expect(overviews[0]?.address.value).toBe(treasury)
    expect(overviews[0]?.threshold).toBe(2)
    expect(overviews[0]?.queued).toBeGreaterThan(0)
    expect(overviews[0]?.awaitingConfirmation).toBeGreaterThan(0)
  })

  test('what is no safe is not found', async () => {
    await expect(sdk.getSafeInfo(chainId, erin.address)).rejects.toThrow('404')
    await expect(sdk.getSafeInfo('5', treasury)).rejects.toThrow('404')
    await expect(sdk.getSafeInfo(chainId, '0x12')).rejects.toThrow(
      'Invalid address',
    )
  })
})

describe('lists', () => {
  test('getTransactionHistory has every execution once, newest first', async () => {
    const page = await readHistory('trusted=false&cursor=limit%3D100')
    const items = transactionsOf(page.results)
    const times = items.map(({ transaction }) => transaction.timestamp)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const nonces = items.flatMap(({ transaction: { executionInfo } }) =>
      executionInfo?.type === 'MULTISIG' ? [executionInfo.nonce] : [],
    )
    const nonce = Number(await ask('nonce'))
    expect(nonces).toEqual([...Array(nonce).keys()].reverse())
    expect(items.at(-1)?.transaction.txInfo.type).toBe('Creation')
    for (const { transaction } of items) {
      const receipt = await demo.devnet.client.getTransactionReceipt({
        hash: transaction.txHash as Hex,
      })
      const { timestamp } = await demo.devnet.client.getBlock({
        blockNumber: receipt.blockNumber,
      })
      expect(transaction.timestamp).toBe(Number(timestamp) * 1000)
    }
  })

  test('pages of any size give the same list', async () => {
    const whole = await readHistory('cursor=limit%3D100')
    const expected = transactionsOf(whole.results).map(
      ({ transaction }) => transaction.id,
    )
    const found: string[] = []
    let pageUrl: string | undefined =
      `${demo.url}/v1/chains/${chainId}/safes/${treasury}/transactions/history?cursor=limit%3D3`
    while (pageUrl) {
      const page: sdk.TransactionListPage = await sdk.getTransactionHistory(
        chainId,
        treasury,
        undefined,
        pageUrl,
      )
      found.push(
        ...transactionsOf(page.results).map(
          ({ transaction }) => transaction.id,
        ),
      )
      pageUrl = page.next
    }
    expect(found).toEqual(expected)
  })

  test('getTransactionQueue has what was proposed, with its conflict', async () => {
    const { results } = await sdk.getTransactionQueue(chainId, treasury)
    const proposed = demo.world.offChain.proposals.filter(
      ({ safe }) => safe === treasury,
    )
    const ids = transactionsOf(results).map(({ transaction }) => transaction.id)
    expect(ids.toSorted()).toEqual(
      proposed
        .map(({ body }) => `multisig_${treasury}_${body.safeTxHash}`)
        .toSorted(),
    )
    expect(results[0]).toEqual({ type: 'LABEL', label: 'Next' })
    expect(results.some(({ type }) => type === 'CONFLICT_HEADER')).toBe(true)
  })

  test('getMultisigTransactions filters by nonce and by execution', async () => {
    const byNonce = await sdk.getMultisigTransactions(chainId, treasury, {
      nonce: '3',
    })
    expect(
      transactionsOf(byNonce.results).map(
        ({ transaction: { executionInfo } }) =>
          executionInfo?.type === 'MULTISIG' && executionInfo.nonce,
      ),
    ).toEqual([3])
    const executed = await sdk.getMultisigTransactions(chainId, treasury, {
      executed: 'true',
    })
    expect(executed.results).toHaveLength(Number(await ask('nonce')))
  })

  test('getModuleTransactions and getIncomingTransfers tell value to the wei', async () => {
    const modules = await sdk.getModuleTransactions(chainId, treasury)
    expect(modules.results.length).toBeGreaterThan(0)
    const incoming = await sdk.getIncomingTransfers(chainId, treasury, {
      trusted: false,
    })
    let sum = 0n
    for (const { transaction } of transactionsOf(incoming.results)) {
      const { txInfo } = transaction
      if (txInfo.type !== 'Transfer') throw new Error('Not a transfer')
      if (txInfo.transferInfo.type === 'NATIVE_COIN')
        sum += BigInt(txInfo.transferInfo.value ?? 0)
    }
    // 25 and 3 ether, by the scenario.
    expect(sum).toBe(28n * 10n ** 18n)
  })

  test('getTransactionDetails answers for every id of the lists', async () => {
    const history = await sdk.getTransactionHistory(chainId, treasury)
    const queue = await sdk.getTransactionQueue(chainId, treasury)
    for (const { transaction } of [
      ...transactionsOf(history.results),
      ...transactionsOf(queue.results),
    ]) {
      const details = await sdk.getTransactionDetails(chainId, transaction.id)
      expect(details.txId).toBe(transaction.id)
      expect(details.txStatus).toBe(transaction.txStatus)
      expect(details.txInfo).toEqual(transaction.txInfo)
      const { detailedExecutionInfo: execution, txData } = details
      if (execution?.type !== 'MULTISIG' || !txData) continue
      const hash = await demo.devnet.client.readContract({
        abi: safeAbi,
        address: treasury,
        functionName: 'getTransactionHash',
        args: [
          txData.to.value as Address,
          BigInt(txData.value ?? 0),
          (txData.hexData ?? '0x') as Hex,
          txData.operation,
          BigInt(execution.safeTxGas),
          BigInt(execution.baseGas),
          BigInt(execution.gasPrice),
          execution.gasToken as Address,
          execution.refundReceiver.value as Address,
          BigInt(execution.nonce),
        ],
      })
      expect(execution.safeTxHash).toBe(hash)
    }
  })
})

describe('value', () => {
  test('getBalances has the balances of the contracts', async () => {
    const { items, fiatTotal } = await sdk.getBalances(chainId, treasury)
    const { client } = demo.devnet
    for (const { tokenInfo, balance } of items) {
      const address = tokenInfo.address as Address
      const expected =
        address === zeroAddress
          ? await client.getBalance({ address: treasury })
          : await client.readContract({
              abi: erc20Abi,
              address,
              functionName: 'balanceOf',
              args: [treasury],
            })
      expect(BigInt(balance)).toBe(expected)
    }
    expect(items[0]?.tokenInfo.type).toBe('NATIVE_TOKEN')
    const sum = items.reduce((all, item) => all + Number(item.fiatBalance), 0)
    expect(Number(fiatTotal)).toBeCloseTo(sum, 2)
    expect(Number(fiatTotal)).toBeGreaterThan(0)
    const inEuro = await sdk.getBalances(chainId, treasury, 'EUR')
    expect(Number(inEuro.fiatTotal)).toBeLessThan(Number(fiatTotal))
  })

  test('getFiatCurrencies lists the sixteen', async () => {
    expect(await sdk.getFiatCurrencies()).toEqual(
      'USD EUR ETH AUD BTC CAD CHF CNY GBP INR JPY KRW NZD RUB TRY ZAR'.split(
        ' ',
      ),
    )
  })

  test('getCollectibles and getCollectiblesPage show what the safe owns', async () => {
    const { results } = await sdk.getCollectiblesPage(chainId, treasury)
    const all = await sdk.getCollectibles(chainId, treasury)
    expect(all).toEqual(results)
    expect(results.length).toBeGreaterThan(0)
    for (const { address, id } of results) {
      if (address !== findCollection('Rings')) continue
      const owner = await demo.devnet.client.readContract({
        abi: parseAbi(['function ownerOf(uint256) view returns (address)']),
        address: address as Address,
        functionName: 'ownerOf',
        args: [BigInt(id)],
      })
      expect(owner).toBe(treasury)
    }
  })
})

function findCollection(name: string): Address | undefined {
  return demo.world.collectibles.find((known) => known.name === name)?.address
}

describe('chains and apps', () => {
  test('getChainsConfig, getChainConfig and getMasterCopies', async () => {
    const { results } = await sdk.getChainsConfig()
    const chain = await sdk.getChainConfig(chainId)
    expect(results).toEqual([chain])
    expect(chain.shortName).toBe('local1')
    const masterCopies = await sdk.getMasterCopies(chainId)
    const { implementation, version } = await sdk.getSafeInfo(chainId, treasury)
    expect(masterCopies).toContainEqual({
      address: implementation.value,
      version,
    })
    await expect(sdk.getChainConfig('5')).rejects.toThrow('404')
  })

  test('getSafeApps honours the list of domains', async () => {
    const names = async (query?: { client_url?: string; url?: string }) =>
      (await sdk.getSafeApps(chainId, query)).map(({ name }) => name)
    expect(await names()).toEqual(['App'])
    expect(await names({ client_url: 'https://front.example' })).toEqual([
      'App',
      'Limited',
    ])
    expect(await names({ url: 'https://app.example' })).toEqual(['App'])
  })

  test('getIndexingStatus and getContract', async () => {
    const { synced, lastSync } = await sdk.getIndexingStatus(chainId)
    expect(synced).toBe(true)
    const { timestamp } = await demo.devnet.client.getBlock()
    expect(lastSync).toBe(Number(timestamp) * 1000)
    const { implementation } = await sdk.getSafeInfo(chainId, treasury)
    const contract = await sdk.getContract(chainId, implementation.value)
    expect(contract.name).toBe('SafeL2 1.4.1')
  })

  test('getDecodedData reads a transfer, and says when it cannot', async () => {
    const token = demo.world.tokens[0]?.address ?? zeroAddress
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob.address, 25n],
    })
    const decoded = await sdk.getDecodedData(chainId, 0, data, token)
    expect(decoded).toEqual({
      method: 'transfer',
      accuracy: 'FULL_MATCH',
      parameters: [
        {
          name: 'to',
          type: 'address',
          value: bob.address,
          valueDecoded: null,
        },
        { name: 'value', type: 'uint256', value: '25', valueDecoded: null },
      ],
    })
    await expect(
      sdk.getDecodedData(chainId, 0, '0xdeadbeef', token),
    ).rejects.toThrow('404')
  })
})

describe('writing', () => {
  test('postSafeGasEstimation, getNonces and getTxPreview', async () => {
    const nonces = await sdk.getNonces(chainId, treasury)
    expect(BigInt(nonces.currentNonce)).toBe(await ask('nonce'))
    const proposed = demo.world.offChain.proposals
      .filter(({ safe }) => safe === treasury)
      .map(({ body }) => Number(body.nonce))
    expect(nonces.recommendedNonce).toBe(Math.max(...proposed) + 1)
    const estimation = await sdk.postSafeGasEstimation(chainId, treasury, {
      to: bob.address,
      value: '1',
      data: '0x',
      operation: 0,
    })
    expect(estimation).toEqual({ ...nonces, safeTxGas: '0' })
    const preview = await sdk.getTxPreview(
      chainId,
      treasury,
      0,
      '0x',
      bob.address,
      '7',
    )
    expect(preview.txInfo).toMatchObject({
      type: 'Transfer',
      direction: 'OUTGOING',
      transferInfo: { type: 'NATIVE_COIN', value: '7' },
    })
  })

  test('proposeTransaction stores it, deleteTransaction takes it back', async () => {
    const { recommendedNonce } = await sdk.getNonces(chainId, treasury)
    const fields = {
      to: bob.address,
      value: '1000',
      data: '0x',
      operation: 0,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: String(recommendedNonce),
    } as const
    const safeTxHash = await demo.devnet.client.readContract({
      abi: safeAbi,
      address: treasury,
      functionName: 'getTransactionHash',
      args: [
        fields.to,
        1000n,
        '0x',
        0,
        0n,
        0n,
        0n,
        zeroAddress,
        zeroAddress,
        BigInt(recommendedNonce),
      ],
    })
    const signature = await alice.sign({ hash: safeTxHash })
    const details = await sdk.proposeTransaction(chainId, treasury, {
      ...fields,
      safeTxHash,
      sender: alice.address,
      signature,
      origin: JSON.stringify({ url: 'https://app.example', note: 'rent' }),
    })
    expect(details.txStatus).toBe('AWAITING_CONFIRMATIONS')
    expect(details.safeAppInfo).toMatchObject({ name: 'App' })
    expect(details.detailedExecutionInfo).toMatchObject({
      type: 'MULTISIG',
      confirmations: [{ signer: { value: alice.address }, signature }],
      proposer: { value: alice.address },
      trusted: true,
    })
    const request = await alice.signTypedData(
      getDeleteRequestTypedData({
        chainId: 31337,
        safe: treasury,
        safeTxHash,
        totp: getTotp({ unixSeconds: Math.floor(Date.now() / 1000) }),
      }),
    )
    await sdk.deleteTransaction(chainId, safeTxHash, request)
    await expect(
      sdk.getTransactionDetails(chainId, safeTxHash),
    ).rejects.toThrow('404')
  })

  test('messages are proposed, signed, listed and read', async () => {
    const message = 'Hello from a test'
    const messageHash = hashSafeMessage(
      { chainId: 31337, safe: treasury, version: '1.4.1' },
      message,
    )
    const first = await alice.sign({ hash: messageHash })
    await sdk.proposeSafeMessage(chainId, treasury, {
      message,
      signature: first,
    })
    const second = await bob.sign({ hash: messageHash })
    await sdk.confirmSafeMessage(chainId, messageHash, { signature: second })
    const read = await sdk.getSafeMessage(chainId, messageHash)
    expect(read.message).toBe(message)
    expect(read.status).toBe('CONFIRMED')
    const ordered = [
      [alice.address, first],
      [bob.address, second],
    ].toSorted(([a = ''], [b = '']) =>
      a.toLowerCase() < b.toLowerCase() ? -1 : 1,
    )
    expect(read.preparedSignature).toBe(
      `0x${ordered.map(([, signature = '']) => signature.slice(2)).join('')}`,
    )
    const { results } = await sdk.getSafeMessages(chainId, treasury)
    expect(results[0]?.type).toBe('DATE_LABEL')
    expect(results[1]).toMatchObject({ type: 'MESSAGE', messageHash })
  })

  test('getDelegates lists who may propose', async () => {
    const { results } = await sdk.getDelegates(chainId, { safe: treasury })
    expect(results).toEqual([
      {
        safe: treasury,
        delegate: erin.address,
        delegator: alice.address,
        label: 'Bookkeeping',
      },
    ])
    expect(getAddress(results[0]?.delegate ?? '')).toBe(erin.address)
  })

  test('getAuthNonce never gives the same twice', async () => {
    const { nonce } = await sdk.getAuthNonce()
    expect(nonce.length).toBeGreaterThanOrEqual(8)
    expect((await sdk.getAuthNonce()).nonce).not.toBe(nonce)
  })
})

describe('with protocol-kit', () => {
  test('what it signs is accepted, what we return is executed', async () => {
    const { contractAddresses } = await sdk.getChainConfig(chainId)
    const open = (signer: 'alice' | 'bob') =>
      ProtocolKit.init({
        provider: demo.devnet.url,
        signer: toHex(demoAccounts[signer].getHdKey().privateKey ?? '0x'),
        safeAddress: treasury,
        contractNetworks: {
          [chainId]: contractAddresses as ContractNetworkConfig,
        },
      })
    const kit = await open('alice')
    const nonce = await kit.getNonce()
    const transaction = await kit.createTransaction({
      transactions: [
        { to: erin.address, value: '1', data: '0x' },
        { to: bob.address, value: '2', data: '0x' },
      ],
      onlyCalls: true,
      options: { nonce },
    })
    const safeTxHash = await kit.getTransactionHash(transaction)
    const signed = await kit.signTransaction(transaction)
    const signature = signed.getSignature(alice.address)?.data ?? ''
    const { data } = transaction
    await sdk.proposeTransaction(chainId, treasury, {
      ...data,
      operation: Number(data.operation),
      nonce: String(data.nonce),
      safeTxHash,
      sender: alice.address,
      signature,
    })
    const second = await (await open('bob')).signHash(safeTxHash)
    const details = await sdk.proposeTransaction(chainId, treasury, {
      ...data,
      operation: Number(data.operation),
      nonce: String(data.nonce),
      safeTxHash,
      sender: bob.address,
      signature: second.data,
    })
    expect(details.txStatus).toBe('AWAITING_EXECUTION')
    const execution = details.detailedExecutionInfo
    if (execution?.type !== 'MULTISIG') throw new Error('Not a multisig')
    const ready = await kit.createTransaction({ transactions: [data] })
    const complete = await kit.copyTransaction(ready)
    Object.assign(complete.data, data)
    for (const { signer, signature } of execution.confirmations)
      complete.addSignature(
        new EthSafeSignature(signer.value, signature ?? '0x'),
      )
    await kit.executeTransaction(complete)
    await expect
      .poll(() => ask('nonce'), { timeout: 60_000 })
      .toBe(BigInt(nonce) + 1n)
    await expect
      .poll(
        async () =>
          (await sdk.getTransactionDetails(chainId, safeTxHash)).txStatus,
        { timeout: 60_000 },
      )
      .toBe('SUCCESS')
  }, 150_000)
})
