import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  sendTransaction,
} from '@covault/devnet'
import ProtocolKit, {
  type ContractNetworkConfig,
} from '@safe-global/protocol-kit'
import type ApiKit from 'api-kit-5'
import { type LocalAccount, toHex } from 'viem'
import { expect, vi } from 'vitest'
import {
  ApiKit2,
  ApiKit3,
  ApiKit4,
  ApiKit5,
  createSafeClient,
  offChainMessages,
} from './apiKitClasses.mjs'

// The ecosystem's client of this API as a black box, in each of its versions.

export const apiKits = [
  { version: '2.5.11', Kit: ApiKit2 },
  { version: '3.0.2', Kit: ApiKit3 },
  { version: '4.2.0', Kit: ApiKit4 },
  { version: '5.0.3', Kit: ApiKit5 },
]

type ApiKitClass = typeof ApiKit5

/** A safe of alice, bob and carol on a chain, two of whom must sign. */
export type KitScene = {
  devnet: Devnet
  safe: DeployedSafe
  serviceUrl: string
  contracts: ContractNetworkConfig
}

let salt = 77_000n

export async function openKitScene(
  devnet: Devnet,
  { gatewayUrl, recorderUrl }: { gatewayUrl: string; recorderUrl: string },
): Promise<KitScene> {
  const { alice, bob, carol, customer } = demoAccounts
  const safe = await deploySafe(devnet, {
    owners: [alice.address, bob.address, carol.address],
    threshold: 2,
    saltNonce: ++salt,
  })
  // What is sent later, and a little more.
  await sendTransaction(devnet.client, {
    account: customer,
    to: safe.address,
    value: 1_000n,
  })
  // Nothing can be proposed to a safe that is not known yet.
  await vi.waitFor(
    async () => {
      const path = `tx-service/${devnet.chainId}/api/v1/safes/${safe.address}/`
      const { status } = await fetch(`${gatewayUrl}/${path}`)
      expect(status).toBe(200)
    },
    { timeout: 30_000, interval: 200 },
  )
  const told = await fetch(`${gatewayUrl}/v1/chains/${devnet.chainId}`)
  const { contractAddresses } = (await told.json()) as {
    contractAddresses: ContractNetworkConfig
  }
  return {
    devnet,
    safe,
    serviceUrl: `${recorderUrl}/tx-service/${devnet.chainId}/api`,
    contracts: contractAddresses,
  }
}

export function openApiKit(
  { devnet, serviceUrl }: KitScene,
  Kit: ApiKitClass,
): ApiKit {
  return new Kit({
    chainId: BigInt(devnet.chainId),
    txServiceUrl: serviceUrl,
  })
}

export function openProtocolKit(
  { devnet, safe, contracts }: KitScene,
  signer: 'alice' | 'bob' | 'carol' | 'erin',
) {
  return ProtocolKit.init({
    provider: devnet.url,
    signer: readKey(demoAccounts[signer]),
    safeAddress: safe.address,
    contractNetworks: { [devnet.chainId]: contracts },
  })
}

/** The starter kit, which has an api-kit of its own inside. */
export async function openStarterKit(
  { devnet, safe, serviceUrl }: KitScene,
  signer: 'alice' | 'bob',
) {
  const client = await createSafeClient({
    provider: devnet.url,
    signer: readKey(demoAccounts[signer]),
    safeAddress: safe.address,
    txServiceUrl: serviceUrl,
  })
  return client.extend(offChainMessages())
}

/** The keys of the local chains' accounts are public. */
export function readKey(
  account: LocalAccount & { getHdKey(): { privateKey: Uint8Array | null } },
) {
  return toHex(account.getHdKey().privateKey ?? '0x')
}
