import {
  createDevnetClient,
  type DeployedSafe,
  type DevnetClient,
  demoAccounts,
  deploySafe,
  type proposeTransaction,
} from '@covault/devnet'
import { type APIRequestContext, expect } from '@playwright/test'
import type { Address } from 'viem'
import { network } from './network.js'

const { chainId } = network

/** The network of the journeys, beside the product. */
export function connect(product: {
  chains: Record<number, string>
}): DevnetClient {
  return createDevnetClient({
    chainId,
    url: product.chains[chainId] ?? '',
  })
}

/** A safe of Alice and Bob that the gateway has heard of. */
export async function makeSafe(
  client: DevnetClient,
  request: APIRequestContext,
  version: DeployedSafe['version'] = '1.4.1',
) {
  const { alice, bob } = demoAccounts
  const safe = await patiently(() =>
    deploySafe(
      { chainId, client },
      {
        owners: [alice.address, bob.address],
        threshold: 2,
        saltNonce: BigInt(Date.now()),
        version,
      },
    ),
  )
  await waitUntilKnown(request, safe.address)
  return safe
}

/** Until the gateway has heard of a safe. */
export async function waitUntilKnown(
  request: APIRequestContext,
  address: Address,
): Promise<void> {
  const path = `/v1/chains/${chainId}/safes/${address}`
  await expect.poll(async () => (await request.get(path)).status()).toBe(200)
}

/** Tests of other workers send from the same accounts at the same time. */
export async function patiently<Result>(
  act: () => Promise<Result>,
  tries = 5,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    const isRace = /nonce too low|underpriced/.test(String(error))
    if (!isRace || tries === 1) throw error
    return patiently(act, tries - 1)
  }
}

type Signed = Awaited<ReturnType<typeof proposeTransaction>>

/** Tells the gateway of a proposal, as another owner's browser would. */
export async function tell(
  request: APIRequestContext,
  signed: Signed,
  note: string,
): Promise<void> {
  const reply = await request.post(
    `/v1/chains/${chainId}/transactions/${signed.safe.address}/propose`,
    {
      data: {
        ...toBody(signed),
        safeTxHash: signed.safeTxHash,
        origin: JSON.stringify({ name: 'Covault', note }),
      },
    },
  )
  expect(reply.status(), await reply.text()).toBeLessThan(300)
}

/** The same as programs do it, through the transaction service's API. */
export async function tellService(
  request: APIRequestContext,
  signed: Signed,
): Promise<void> {
  const reply = await request.post(
    `/tx-service/${network.shortName}/api/v2/safes/${signed.safe.address}/multisig-transactions/`,
    {
      data: {
        ...toBody(signed),
        nonce: Number(signed.transaction.nonce),
        contractTransactionHash: signed.safeTxHash,
        origin: 'A program',
      },
    },
  )
  expect(reply.status(), await reply.text()).toBe(201)
}

/** The ten fields and the first signature, as both APIs take them. */
export function toBody({ transaction, signatures }: Signed) {
  const [signature] = signatures
  if (signature?.kind !== 'ecdsa') throw new Error('Nobody has signed it.')
  return {
    ...transaction,
    value: String(transaction.value),
    safeTxGas: String(transaction.safeTxGas),
    baseGas: String(transaction.baseGas),
    gasPrice: String(transaction.gasPrice),
    nonce: String(transaction.nonce),
    sender: signature.signer,
    signature: signature.data,
  }
}
