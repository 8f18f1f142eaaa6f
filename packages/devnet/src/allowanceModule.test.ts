import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { identifyAllowanceModule } from '@covault/protocol'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  type LocalAccount,
  parseAbi,
  parseEther,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoAccounts } from './accounts.js'
import { getContract } from './compileContracts.js'
import {
  demoTokenAbi,
  deployDemoContracts,
  getDemoContractAddress,
} from './demoContracts.js'
import { type DeployedSafe, deploySafe } from './deploySafe.js'
import { deploySafeContracts } from './deploySafeContracts.js'
import { batchCalls, runTransaction } from './safeTransactions.js'
import { sendTransaction } from './sendTransaction.js'
import { allowanceModuleAddress } from './standIns.js'
import { type Devnet, startDevnet } from './startDevnet.js'

const { alice, beneficiary, stranger, supplier } = demoAccounts

const moduleAbi = parseAbi([
  'function addDelegate(address delegate)',
  'function removeDelegate(address delegate, bool removeAllowances)',
  'function setAllowance(address delegate, address token, uint96 allowanceAmount, uint16 resetTimeMin, uint32 resetBaseMin)',
  'function resetAllowance(address delegate, address token)',
  'function deleteAllowance(address delegate, address token)',
  'function executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
  'function generateTransferHash(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, uint16 nonce) view returns (bytes32)',
  'function getTokenAllowance(address safe, address delegate, address token) view returns (uint256[5])',
  'function getTokens(address safe, address delegate) view returns (address[])',
  'function getDelegates(address safe, uint48 start, uint8 pageSize) view returns (address[] results, uint48 next)',
  'function enableModule(address module)',
])

const hour = 60

let devnet: Devnet
let safe: DeployedSafe
let token: Address
let snapshot: Hex

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  await deployDemoContracts(devnet)
  token = getDemoContractAddress('dollar')
  safe = await deploySafe(devnet, { owners: [alice.address], threshold: 1 })
  await sendTransaction(devnet.client, {
    account: alice,
    to: safe.address,
    value: parseEther('5'),
  })
  await sendTransaction(devnet.client, {
    account: alice,
    to: token,
    data: encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'mint',
      args: [safe.address, 10_000n],
    }),
  })
  await asSafe(
    [
      encodeFunctionData({
        abi: moduleAbi,
        functionName: 'enableModule',
        args: [allowanceModuleAddress],
      }),
    ],
    safe.address,
  )
  await asSafe([
    encodeFunctionData({
      abi: moduleAbi,
      functionName: 'addDelegate',
      args: [beneficiary.address],
    }),
    setAllowance({ of: token, amount: 1_000n, period: hour }),
  ])
  snapshot = await devnet.snapshot()
}, 120_000)
afterAll(() => devnet.stop())

beforeEach(async () => {
  await devnet.revert(snapshot)
  snapshot = await devnet.snapshot()
})

async function asSafe(calls: Hex[], to: Address = allowanceModuleAddress) {
  await runTransaction(devnet, safe, {
    plan: batchCalls(
      safe,
      calls.map((data) => ({ to, data })),
    ),
    signers: [alice],
  })
}

function setAllowance({
  of,
  amount,
  period,
}: {
  of: Address
  amount: bigint
  period: number
}): Hex {
  return encodeFunctionData({
    abi: moduleAbi,
    functionName: 'setAllowance',
    args: [beneficiary.address, of, amount, period, 0],
  })
}

async function spend({
  amount,
  of = token,
  sender = beneficiary,
  delegate = beneficiary.address,
  signature = '0x',
}: {
  amount: bigint
  of?: Address
  sender?: LocalAccount
  delegate?: Address
  signature?: Hex
}) {
  return sendTransaction(devnet.client, {
    account: sender,
    to: allowanceModuleAddress,
    data: encodeFunctionData({
      abi: moduleAbi,
      functionName: 'executeAllowanceTransfer',
      args: [
        safe.address,
        of,
        supplier.address,
        amount,
        zeroAddress,
        0n,
        delegate,
        signature,
      ],
    }),
  })
}

async function readAllowance(of: Address = token) {
  const [amount, spent, period, , nonce] = await devnet.client.readContract({
    address: allowanceModuleAddress,
    abi: moduleAbi,
    functionName: 'getTokenAllowance',
    args: [safe.address, beneficiary.address, of],
  })
  return { amount, spent, period, nonce }
}

async function signTransfer(
  account: LocalAccount,
  { amount, nonce }: { amount: bigint; nonce: number },
) {
  const hash = await devnet.client.readContract({
    address: allowanceModuleAddress,
    abi: moduleAbi,
    functionName: 'generateTransferHash',
    args: [
      safe.address,
      token,
      supplier.address,
      amount,
      zeroAddress,
      0n,
      nonce,
    ],
  })
  const typedDataSignature = await account.signTypedData({
    domain: { chainId: 31337, verifyingContract: allowanceModuleAddress },
    primaryType: 'AllowanceTransfer',
    types: {
      AllowanceTransfer: [
        { name: 'safe', type: 'address' },
        { name: 'token', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint96' },
        { name: 'paymentToken', type: 'address' },
        { name: 'payment', type: 'uint96' },
        { name: 'nonce', type: 'uint16' },
      ],
    },
    message: {
      safe: safe.address,
      token,
      to: supplier.address,
      amount,
      paymentToken: zeroAddress,
      payment: 0n,
      nonce,
    },
  })
  // Also proves that the module hashes as EIP-712 says.
  if (account.sign)
    expect(await account.sign({ hash })).toBe(typedDataSignature)
  return typedDataSignature
}

test('has every function and event of the published interface', () => {
  const require = createRequire(import.meta.url)
  const main = require.resolve('@safe-global/safe-modules-deployments')
  const { abi: published } = JSON.parse(
    readFileSync(
      main.replace(
        /index\.js$/,
        'assets/allowance-module/v0.1.0/allowance-module.json',
      ),
      'utf8',
    ),
  ) as { abi: Abi }
  expect(getSelectors(getContract('AllowanceModule').abi)).toEqual(
    getSelectors(published),
  )
})

function getSelectors(abi: Abi): string[] {
  return abi
    .flatMap((item) => {
      if (item.type === 'function')
        return [
          `${item.name} ${toFunctionSelector(item)} returns ${item.outputs.map(({ type }) => type)}`,
        ]
      if (item.type === 'event')
        return [
          `${item.name} ${toEventSelector(item)} indexed ${item.inputs.filter(({ indexed }) => indexed).map(({ name }) => name)}`,
        ]
      return []
    })
    .toSorted()
}

test('lets the delegate spend and counts it', async () => {
  await spend({ amount: 300n })
  const received = await devnet.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [supplier.address],
  })
  expect(received).toBe(300n)
  expect(await readAllowance()).toEqual({
    amount: 1_000n,
    spent: 300n,
    period: 60n,
    nonce: 2n,
  })
})

test('refuses more than is left', async () => {
  await spend({ amount: 800n })
  await expect(spend({ amount: 201n })).rejects.toThrow(
    'The allowance does not suffice',
  )
  await spend({ amount: 200n })
})

test('refuses nothing at all', async () => {
  await expect(spend({ amount: 0n })).rejects.toThrow(
    'The allowance does not suffice',
  )
})

test('begins again after a period', async () => {
  await spend({ amount: 1_000n })
  await devnet.increaseTime(59 * 60)
  await expect(spend({ amount: 1n })).rejects.toThrow(
    'The allowance does not suffice',
  )
  await devnet.increaseTime(2 * 60)
  expect((await readAllowance()).spent).toBe(0n)
  await spend({ amount: 1_000n })
})

test('never begins again without a period', async () => {
  await asSafe([setAllowance({ of: zeroAddress, amount: 50n, period: 0 })])
  await spend({ amount: 50n, of: zeroAddress })
  await devnet.increaseTime(400 * 86_400)
  await expect(spend({ amount: 1n, of: zeroAddress })).rejects.toThrow(
    'The allowance does not suffice',
  )
})

test('keeps tokens apart', async () => {
  await expect(spend({ amount: 1n, of: zeroAddress })).rejects.toThrow(
    'The allowance does not suffice',
  )
  await asSafe([setAllowance({ of: zeroAddress, amount: 7n, period: 0 })])
  const before = await devnet.client.getBalance(supplier)
  await spend({ amount: 7n, of: zeroAddress })
  expect((await devnet.client.getBalance(supplier)) - before).toBe(7n)
  expect((await readAllowance()).spent).toBe(0n)
})

test('holds amounts up to 96 bits', async () => {
  const largest = 2n ** 96n - 1n
  await asSafe([setAllowance({ of: token, amount: largest, period: hour })])
  await spend({ amount: 1n })
  await expect(spend({ amount: largest })).rejects.toThrow(
    'The allowance does not suffice',
  )
  expect((await readAllowance()).spent).toBe(1n)
})

test('refuses an amount of 97 bits', async () => {
  const wanted = setAllowance({ of: token, amount: 1n, period: hour })
  // The third argument, with the bit above the highest of uint96.
  const amount = 10 + 2 * 64
  const tooLarge = (2n ** 96n).toString(16).padStart(64, '0')
  const data = `${wanted.slice(0, amount)}${tooLarge}${wanted.slice(amount + 64)}`
  await expect(asSafe([data as Hex])).rejects.toThrow()
  expect((await readAllowance()).amount).toBe(1_000n)
})

test('is the build that the protocol knows by its code', async () => {
  const code = await devnet.client.getCode({ address: allowanceModuleAddress })
  expect(
    identifyAllowanceModule({
      chainId: devnet.chainId,
      address: allowanceModuleAddress,
      codeHash: keccak256(code ?? '0x'),
    }),
  ).toEqual({ version: '0.1.0', isStandIn: true })
})

test('refuses a stranger, also one who signs', async () => {
  await expect(spend({ amount: 1n, sender: stranger })).rejects.toThrow(
    'Not signed by the delegate',
  )
  await expect(
    spend({ amount: 1n, sender: stranger, delegate: stranger.address }),
  ).rejects.toThrow('The allowance does not suffice')
  const signature = await signTransfer(stranger, { amount: 1n, nonce: 1 })
  await expect(
    spend({ amount: 1n, sender: stranger, signature }),
  ).rejects.toThrow('Not signed by the delegate')
})

test('accepts the delegate’s signature from anybody, once', async () => {
  const signature = await signTransfer(beneficiary, { amount: 5n, nonce: 1 })
  await spend({ amount: 5n, sender: stranger, signature })
  await expect(
    spend({ amount: 5n, sender: stranger, signature }),
  ).rejects.toThrow('Not signed by the delegate')
})

test('can be reset and deleted by the safe, which keeps the nonce', async () => {
  await spend({ amount: 10n })
  const about = [beneficiary.address, token] as const
  await asSafe([
    encodeFunctionData({
      abi: moduleAbi,
      functionName: 'resetAllowance',
      args: about,
    }),
  ])
  expect(await readAllowance()).toMatchObject({ spent: 0n, nonce: 2n })
  await asSafe([
    encodeFunctionData({
      abi: moduleAbi,
      functionName: 'deleteAllowance',
      args: about,
    }),
  ])
  expect(await readAllowance()).toEqual({
    amount: 0n,
    spent: 0n,
    period: 0n,
    nonce: 2n,
  })
})

test('lists delegates and forgets removed ones', async () => {
  const add = (delegate: Address) =>
    encodeFunctionData({
      abi: moduleAbi,
      functionName: 'addDelegate',
      args: [delegate],
    })
  const list = async (start: number, pageSize: number) =>
    devnet.client.readContract({
      address: allowanceModuleAddress,
      abi: moduleAbi,
      functionName: 'getDelegates',
      args: [safe.address, start, pageSize],
    })
  await asSafe([add(stranger.address), add(supplier.address)])
  const [firstPage, next] = await list(0, 2)
  expect(firstPage).toEqual([supplier.address, stranger.address])
  expect(await list(next, 2)).toEqual([[beneficiary.address], 0])

  await asSafe([
    encodeFunctionData({
      abi: moduleAbi,
      functionName: 'removeDelegate',
      args: [stranger.address, true],
    }),
    encodeFunctionData({
      abi: moduleAbi,
      functionName: 'removeDelegate',
      args: [beneficiary.address, true],
    }),
  ])
  expect(await list(0, 5)).toEqual([[supplier.address], 0])
  expect((await readAllowance()).amount).toBe(0n)
  await expect(spend({ amount: 1n })).rejects.toThrow(
    'The allowance does not suffice',
  )
})
