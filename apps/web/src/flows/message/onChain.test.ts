// @vitest-environment node
import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  runTransaction,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import {
  approveHashMethod,
  buildSignatures,
  encodeMethod,
  fallbackHandlers,
  getSafeMessageTypedData,
  hashMessageContent,
  hashSafeMessage,
  type SafeVersion,
  signMessageLibraries,
} from '@covault/protocol'
import { type Address, type Hex, keccak256, zeroAddress } from 'viem'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { type Claim, checkSignable } from '../../trust/checkSignable.js'
import { isValidSignature } from '../../trust/validSignature.js'
import { collectSignature } from '../../understand/assess/collectSignature.js'
import {
  buildOnChainSignature,
  NoSignMessageLibraryError,
} from './buildOnChainSignature.js'

const { alice, bob, carol, stranger } = demoAccounts
const content = 'The owners approve the budget.'
const contentHash = hashMessageContent(content)

let devnet: Devnet
let chain: ChainConfig
let saltNonce = 500n

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  chain = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

afterAll(() => devnet.stop())

function makeSafe(plan: { version?: SafeVersion; fallbackHandler?: Address }) {
  saltNonce += 1n
  const owners = [alice.address, bob.address, carol.address]
  return deploySafe(devnet, { owners, threshold: 2, saltNonce, ...plan })
}

const toDomain = ({ chainId, address: safe, version }: DeployedSafe) => ({
  chainId,
  safe,
  version,
})

async function claim(
  safe: DeployedSafe,
  signers = [alice, bob],
  signed: string = content,
): Promise<Claim> {
  const typedData = getSafeMessageTypedData(toDomain(safe), signed)
  const confirmations = await Promise.all(
    signers.map(async (signer) => ({
      signer: signer.address,
      signature: await signer.signTypedData(typedData),
    })),
  )
  const hash = hashSafeMessage(toDomain(safe), content)
  return { hash, threshold: 2, confirmations }
}

const check = (safe: DeployedSafe, said: Claim | undefined) =>
  checkSignable(createChainClient(chain), {
    chain,
    signable: { kind: 'message', domain: toDomain(safe), message: content },
    claim: said,
    info: undefined,
    second: undefined,
  })

const ask = ({ address, version }: DeployedSafe, signature: Hex, hash?: Hex) =>
  isValidSignature(createChainClient(chain), {
    address,
    version,
    contentHash: hash ?? contentHash,
    signature,
  })

const differing = (checked: Awaited<ReturnType<typeof check>>) =>
  checked.fields
    .filter(({ status }) => status === 'differs')
    .map(({ field }) => field)

test.each<SafeVersion>(['1.3.0', '1.4.1', '1.5.0'])(
  'the collected signature of two owners counts on a 2-of-3 of %s',
  async (version) => {
    const safe = await makeSafe({ version })
    const checked = await check(safe, await claim(safe))
    expect(differing(checked)).toEqual([])
    expect(checked.canValidate).toBe(true)
    expect(checked.fields[0]).toMatchObject({
      field: expect.stringContaining('the safe’s own code'),
      here: hashSafeMessage(toDomain(safe), content),
    })
    const signature = collectSignature(checked) ?? '0x'
    expect(await ask(safe, signature)).toBe(true)
    expect(await ask(safe, signature, hashMessageContent('other'))).toBe(false)
    expect(await ask(safe, '0x')).toBe(false)
  },
)

describe('a gateway that lies', () => {
  let safe: DeployedSafe
  beforeAll(async () => {
    safe = await makeSafe({})
  })

  test('of the hash is refused', async () => {
    const said = await claim(safe)
    const hash = hashSafeMessage(toDomain(safe), 'other')
    const checked = await check(safe, { ...said, hash })
    expect(checked.isRefused).toBe(true)
    expect(differing(checked)).toEqual(['SafeMessage hash of the proposal'])
  })

  test('of the threshold is refused', async () => {
    const said = await claim(safe)
    const checked = await check(safe, { ...said, threshold: 1 })
    expect(differing(checked)).toEqual(['Threshold'])
  })

  test('of a confirmation is refused by the owner it names', async () => {
    const ofOther = await claim(safe, [alice], 'other')
    expect(differing(await check(safe, ofOther))).toEqual([
      `Signature of ${alice.address}`,
    ])
    const [twice] = (await claim(safe, [alice])).confirmations
    expect(
      differing(
        await check(safe, {
          ...(await claim(safe)),
          confirmations: twice ? [twice, twice] : [],
        }),
      ),
    ).toEqual([`Signature of ${alice.address}`])
    const { confirmations, ...said } = await claim(safe, [bob])
    const borrowed = confirmations.map(({ signature }) => ({
      signer: alice.address,
      signature,
    }))
    const checked = await check(safe, { ...said, confirmations: borrowed })
    expect(differing(checked)).toEqual([`Signature of ${alice.address}`])
    expect(collectSignature(checked)).toBeUndefined()
  })

  test('with strangers does not reach the threshold', async () => {
    const checked = await check(safe, await claim(safe, [alice, stranger]))
    expect(checked.isRefused).toBe(false)
    expect(collectSignature(checked)).toBeUndefined()
  })
})

test('an approval on chain counts like a signature', async () => {
  const safe = await makeSafe({})
  const { confirmations } = await claim(safe, [bob])
  const hash = hashSafeMessage(toDomain(safe), content)
  const approved = buildSignatures([
    { kind: 'approvedHash', signer: alice.address },
  ])
  const said = {
    hash: hash,
    threshold: 2,
    confirmations: [
      ...confirmations,
      { signer: alice.address, signature: approved },
    ],
  }
  expect((await check(safe, said)).isRefused).toBe(true)
  await sendTransaction(devnet.client, {
    account: alice,
    to: safe.address,
    data: encodeMethod(approveHashMethod, { hashToApprove: hash }),
  })
  const signature = collectSignature(await check(safe, said)) ?? '0x'
  expect(await ask(safe, signature)).toBe(true)
})

test('a safe that nobody answers for is found out', async () => {
  const tokensOnly = fallbackHandlers.find(
    ({ contract }) => contract === 'TokenCallbackHandler',
  )
  for (const fallbackHandler of [
    zeroAddress,
    tokensOnly?.address ?? zeroAddress,
  ]) {
    const safe = await makeSafe({ version: '1.5.0', fallbackHandler })
    const checked = await check(safe, await claim(safe))
    expect(checked.isRefused).toBe(false)
    expect(checked.canValidate).toBe(false)
    expect(await ask(safe, collectSignature(checked) ?? '0x')).toBe(false)
  }
})

describe('signing on chain', () => {
  const build = (safe: DeployedSafe) =>
    buildOnChainSignature(createChainClient(chain), {
      domain: toDomain(safe),
      content,
    })

  test.each<[SafeVersion, string]>([
    // Its own library has other code on a local chain, so another serves.
    ['1.3.0', ''],
    ['1.4.1', ' @full'],
    ['1.5.0', ' @full'],
  ])(
    'marks the message in a safe of %s through known code%s',
    async (version) => {
      const safe = await makeSafe({ version })
      const call = await build(safe)
      const code = await getCode(devnet.client, { address: call.to })
      expect(signMessageLibraries.map(({ codeHash }) => codeHash)).toContain(
        keccak256(code ?? '0x'),
      )
      await runTransaction(devnet, safe, { plan: call, signers: [alice, bob] })
      expect(await ask(safe, '0x')).toBe(true)
    },
  )

  test('is refused where the library has other code', async () => {
    const safe = await makeSafe({})
    const codes = await Promise.all(
      signMessageLibraries.map(async ({ address }) => ({
        address,
        bytecode: (await getCode(devnet.client, { address })) ?? '0x',
      })),
    )
    for (const { address } of codes)
      await devnet.client.setCode({ address, bytecode: '0x00' })
    await expect(build(safe)).rejects.toThrow(NoSignMessageLibraryError)
    for (const code of codes) await devnet.client.setCode(code)
    await expect(build(safe)).resolves.toMatchObject({ operation: 1 })
  })
})
