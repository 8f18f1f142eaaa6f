import { join } from 'node:path'
import {
  type Call,
  decodeCall,
  decodeMultiSend,
  encodeMultiSend,
  encodeSafeTransactionData,
  getKnownContracts,
  getSafeTransactionTypedData,
  hashSafeTransaction,
  type SafeDomain,
  type SafeTransaction,
  verifySignatures,
} from '@covault/protocol'
import {
  adjustVInSignature,
  calculateSafeTransactionHash,
  decodeMultiSendData,
} from '@safe-global/protocol-kit'
import { SigningMethod } from '@safe-global/types-kit'
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  hashTypedData,
  hexToBigInt,
  hexToNumber,
  keccak256,
  numberToHex,
  parseAbi,
  recoverAddress,
  slice,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { build, defaultClientConditions } from 'vite'

type Contender = { name: string; once(index: number): unknown }

// Modules that are imported but not on the disk are resolved from here.
const folder = import.meta.dirname

const multiSendAbi = parseAbi(['function multiSend(bytes transactions)'])
const multiSendCallOnly = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const domain: SafeDomain = {
  chainId: 1,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.4.1',
}

/**
 * Our hot functions beside protocol-kit and plain viem: same inputs, warmed,
 * and in turns, so that a busy moment of the machine falls on all of them.
 */
export async function run({ quick }: { quick: boolean }) {
  const milliseconds = quick ? 100 : 400
  const rounds = quick ? 5 : 9
  const result = {
    hashesPerSecond: await race(createHashing(), { milliseconds, rounds }),
    verificationsPerSecond: await race(await createVerifying(), {
      milliseconds,
      rounds,
    }),
    batchDecodesPerSecond: await race(createUnpacking(), {
      milliseconds,
      rounds,
    }),
    batchTreesPerSecond: await race(createReading(), { milliseconds, rounds }),
    calibrationsPerSecond: await race([calibration], { milliseconds, rounds }),
    bundleBytes: {
      covault: await measureBundle(
        `export { hashSafeTransaction } from '@covault/protocol'`,
      ),
      viem: await measureBundle(`export { hashTypedData } from 'viem'`),
    },
  }
  console.table(result)
  console.log(
    'Verifications: nearly all of one is the recovery of a public key, which all three leave to the same curve code; who is ahead by a few per cent changes from run to run.',
  )
  return result
}

async function race(
  contenders: readonly Contender[],
  { milliseconds, rounds }: { milliseconds: number; rounds: number },
): Promise<Record<string, number>> {
  for (const contender of contenders) await count(contender, milliseconds)
  const speeds = contenders.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, contender] of contenders.entries())
      speeds[index]?.push(await count(contender, milliseconds))
  return Object.fromEntries(
    contenders.map(({ name }, index) => [name, median(speeds[index] ?? [])]),
  )
}

/** Calls per second of processor time, which other processes cannot take. */
async function count(
  { once }: Contender,
  milliseconds: number,
): Promise<number> {
  const deadline = performance.now() + milliseconds
  const before = process.cpuUsage()
  let calls = 0
  while (performance.now() < deadline) {
    const answer = once(calls++)
    // Awaiting what is there already would slow down the fast ones most.
    if (answer instanceof Promise) await answer
  }
  const { user, system } = process.cpuUsage(before)
  return (calls * 1_000_000) / (user + system)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

const inputCount = 256

function createTransactions(): SafeTransaction[] {
  return Array.from({ length: inputCount }, (_, index) => ({
    to: createAddress(index),
    value: BigInt(index) * 10n ** 15n,
    data: encodeTransfer(index),
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: BigInt(index),
  }))
}

function createHashing(): Contender[] {
  const inputs = createTransactions().map((transaction) => ({
    transaction,
    kitTransaction: {
      ...transaction,
      value: transaction.value.toString(),
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      nonce: Number(transaction.nonce),
    },
    typedData: getSafeTransactionTypedData(domain, transaction),
  }))
  const pick = cycle(inputs)
  return [
    {
      name: 'covault',
      once: (index) => hashSafeTransaction(domain, pick(index).transaction),
    },
    {
      name: 'protocol-kit',
      once: (index) =>
        calculateSafeTransactionHash(
          domain.safe,
          pick(index).kitTransaction,
          domain.version,
          BigInt(domain.chainId),
        ),
    },
    { name: 'viem', once: (index) => hashTypedData(pick(index).typedData) },
  ]
}

/**
 * One owner's signature: parse, recover, compare. protocol-kit verifies only
 * on chain; its one recovery off chain is inside of `adjustVInSignature`.
 */
async function createVerifying(): Promise<Contender[]> {
  const account = privateKeyToAccount(keccak256('0x01'))
  const owners = [account.address]
  const pick = cycle(
    await Promise.all(
      createTransactions().map(async (transaction) => {
        const hash = hashSafeTransaction(domain, transaction)
        const preimage = encodeSafeTransactionData(domain, transaction)
        return { hash, preimage, signature: await account.sign({ hash }) }
      }),
    ),
  )
  return [
    {
      name: 'covault',
      async once(index) {
        const { hash, preimage, signature } = pick(index)
        const { status } = await verifySignatures({
          safe: domain.safe,
          version: domain.version,
          hash,
          preimage,
          owners,
          threshold: 1,
          signatures: signature,
        })
        if (status !== 'valid') throw new Error('A signature is not valid.')
      },
    },
    {
      name: 'protocol-kit',
      async once(index) {
        const { hash, signature } = pick(index)
        await adjustVInSignature(
          SigningMethod.ETH_SIGN,
          signature,
          hash,
          account.address,
        )
      },
    },
    {
      name: 'viem',
      async once(index) {
        const { hash, signature } = pick(index)
        const signer = await recoverAddress({ hash, signature })
        if (!owners.includes(signer)) throw new Error('A signer is wrong.')
      },
    },
  ]
}

function createBatch(): { calls: Call[]; data: Hex } {
  const calls = Array.from(
    { length: 100 },
    (_, index): Call => ({
      to: createAddress(index % 7),
      value: 0n,
      data: encodeTransfer(index),
      operation: 0,
    }),
  )
  return { calls, data: encodeMultiSend(calls) }
}

/** A 100-call batch to its list of calls. */
function createUnpacking(): Contender[] {
  const { data } = createBatch()
  return [
    { name: 'covault', once: () => decodeMultiSend(data) },
    { name: 'protocol-kit', once: () => decodeMultiSendData(data) },
    { name: 'viem', once: () => unpackWithViem(data) },
  ]
}

/** The same batch with the arguments of every call. */
function createReading(): Contender[] {
  const { data } = createBatch()
  const call = {
    to: multiSendCallOnly,
    value: 0n,
    data,
    operation: 1,
  } as const
  const contracts = getKnownContracts({ chainId: domain.chainId })
  return [
    {
      name: 'covault',
      once: () => decodeCall(call, { safe: domain.safe, contracts }),
    },
    {
      name: 'viem',
      once: () =>
        unpackWithViem(data).map((entry) =>
          decodeFunctionData({ abi: erc20Abi, data: entry.data }),
        ),
    },
  ]
}

function unpackWithViem(data: Hex): Call[] {
  const { args } = decodeFunctionData({ abi: multiSendAbi, data })
  const [packed] = args
  const size = packed.length / 2 - 1
  const calls: Call[] = []
  let position = 0
  while (position < size) {
    const head = slice(packed, position, position + 85)
    const length = hexToNumber(slice(head, 53, 85))
    calls.push({
      operation: hexToNumber(slice(head, 0, 1)) === 0 ? 0 : 1,
      to: getAddress(slice(head, 1, 21)),
      value: hexToBigInt(slice(head, 21, 53)),
      data: slice(packed, position + 85, position + 85 + length),
    })
    position += 85 + length
  }
  return calls
}

/** What the machine does at this moment, for comparing runs. */
const calibration: Contender = {
  name: 'keccak256 of 32 bytes',
  once: () =>
    keccak256(
      '0x0000000000000000000000000000000000000000000000000000000000000000',
    ),
}

/** What one import costs the browser, minified and without compression. */
async function measureBundle(source: string): Promise<number> {
  const entry = 'measured-import'
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      write: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? join(folder, `${entry}.ts`) : null),
        load: (id) => (id.endsWith(`${entry}.ts`) ? source : null),
      },
    ],
  })
  const outputs = [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
  return outputs
    .filter((output) => output.type === 'chunk' && output.isEntry)
    .reduce(
      (bytes, output) => bytes + ('code' in output ? output.code.length : 0),
      0,
    )
}

function encodeTransfer(index: number): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [createAddress(index + 1000), BigInt(index) * 10n ** 6n],
  })
}

function createAddress(index: number) {
  return getAddress(slice(keccak256(numberToHex(index + 1, { size: 32 })), 12))
}

function cycle<value>(values: readonly value[]) {
  return (index: number): value => {
    const picked = values[index % values.length]
    if (picked === undefined) throw new Error('There are no inputs.')
    return picked
  }
}
