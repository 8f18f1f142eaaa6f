import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Address, type Hex, keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deploySafeContracts } from './deploySafeContracts.js'
import { arachnidFactory, singletonFactory } from './safeContracts.js'
import { standIns } from './standIns.js'
import { type Devnet, startDevnet } from './startDevnet.js'

type Published = {
  contract: string
  version: string
  kind: string
  address: Address
  codeHash: Hex
}

const kinds = ['canonical', 'eip155']

/** Everything safe-deployments publishes for the versions we deploy. */
function readPublished(): Published[] {
  const require = createRequire(import.meta.url)
  const main = require.resolve('@safe-global/safe-deployments')
  const assets = join(dirname(main), 'assets')
  return ['1.1.1', '1.3.0', '1.4.1', '1.5.0'].flatMap((version) => {
    const folder = join(assets, `v${version}`)
    return readdirSync(folder).flatMap((file) => {
      const { contractName, deployments } = JSON.parse(
        readFileSync(join(folder, file), 'utf8'),
      ) as {
        contractName: string
        deployments: Record<string, { address: Address; codeHash: Hex }>
      }
      return Object.entries(deployments)
        .filter(([kind]) => kinds.includes(kind))
        .map(([kind, deployment]) => ({
          contract: contractName,
          version,
          kind,
          ...deployment,
        }))
    })
  })
}

/** EIP-2935, part of every chain of today's rules. */
const blockHashHistory = '0x0000F90827F1C53a10cb7A02335B175320002935'

const isStandIn = ({ address }: { address: Address }) =>
  standIns.some((standIn) => standIn.address === address)

test('finds what safe-deployments publishes', () => {
  expect(readPublished()).toHaveLength(47)
})

describe.each([31337, 31338])('on chain %i', (chainId) => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startDevnet({ chainId })
    await deploySafeContracts(devnet)
  })
  afterAll(() => devnet.stop())

  const hashCode = async (address: Address) =>
    keccak256((await devnet.client.getCode({ address })) ?? '0x')

  test.each(readPublished().filter((published) => !isStandIn(published)))(
    '$contract $version ($kind) has the published code',
    async ({ address, codeHash }) => {
      expect(await hashCode(address)).toBe(codeHash)
    },
  )

  test.each(readPublished().filter(isStandIn))(
    '$contract $version ($kind) has other code than the published, as listed',
    async ({ address, codeHash }) => {
      const hash = await hashCode(address)
      expect(hash).not.toBe(codeHash)
      expect(hash).not.toBe(keccak256('0x'))
    },
  )

  test.each(standIns)('$name is there', async ({ address }) => {
    expect(await hashCode(address)).not.toBe(keccak256('0x'))
  })

  test('there is no code beside the published and the listed', async () => {
    const known = [
      ...readPublished().map(({ address }) => address),
      ...standIns.map(({ address }) => address),
      arachnidFactory,
      singletonFactory,
      blockHashHistory,
    ].map((address) => address.toLowerCase())
    const dump = await devnet.client.request({
      method: 'anvil_dumpState',
      params: [],
    })
    const json = gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString('utf8')
    const { accounts } = JSON.parse(json) as {
      accounts: Record<string, { code: string }>
    }
    const withCode = Object.entries(accounts)
      .filter(([, { code }]) => code !== '0x')
      .map(([address]) => address)
    expect(new Set(withCode)).toEqual(new Set(known))
  })

  test('both factories have the published code', async () => {
    const codeHash =
      '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989'
    expect(await hashCode(arachnidFactory)).toBe(codeHash)
    expect(await hashCode(singletonFactory)).toBe(codeHash)
  })

  test('changes nothing when it is called again', async () => {
    const before = await devnet.client.getBlockNumber()
    await deploySafeContracts(devnet)
    expect(await devnet.client.getBlockNumber()).toBe(before)
  })
})
