import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  sendAll,
  sendTransaction,
  signTransaction,
} from '@covault/devnet'
import { buildSignatures, encodeExecTransaction } from '@covault/protocol'
import type { Address, Hex } from 'viem'

const perBlock = 10

/** Seven of ten pay, the others call: as safes do. */
export async function makeHistory(
  devnet: Devnet,
  size: { safes: number; transactions: number },
): Promise<DeployedSafe[]> {
  const { alice, dave } = demoAccounts
  const safes: DeployedSafe[] = []
  for (let index = 0; index < size.safes; index++) {
    const safe = await deploySafe(devnet, {
      owners: [alice.address],
      threshold: 1,
      saltNonce: BigInt(index),
    })
    await sendTransaction(devnet.client, {
      account: dave,
      to: safe.address,
      value: 10n ** 15n,
    })
    safes.push(safe)
  }
  const transactions: { to: Address; data: Hex; gas: bigint }[] = []
  for (let index = 0; index < size.transactions; index++) {
    const safe = safes[index % safes.length]
    if (!safe) continue
    const nonce = BigInt(Math.floor(index / safes.length))
    const signed = await signTransaction(safe, {
      plan:
        index % 10 < 7
          ? { to: dave.address, value: 1n, nonce }
          : { to: safe.address, data: '0xaffed0e0', nonce },
      signers: [alice],
    })
    transactions.push({
      to: safe.address,
      data: encodeExecTransaction(
        signed.transaction,
        buildSignatures(signed.signatures),
      ),
      gas: 200_000n,
    })
  }
  for (let at = 0; at < transactions.length; at += perBlock)
    await sendAll(devnet.client, {
      account: demoAccounts.bob,
      transactions: transactions.slice(at, at + perBlock),
    })
  return safes
}
