import {
  buildSignatures,
  encodeExecTransaction,
  encodeMultiSend,
  getSafeTransactionTypedData,
  hashSafeTransaction,
  multiSends,
  type SafeSignature,
  type SafeTransaction,
} from '@covault/protocol'
import {
  type Address,
  type Hex,
  type LocalAccount,
  parseAbi,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { demoAccounts } from './accounts.js'
import type { DeployedSafe } from './deploySafe.js'
import { findLocalDeployment } from './localDeployments.js'
import { sendTransaction } from './sendTransaction.js'
import type { Devnet } from './startDevnet.js'

type ChainAccess = Pick<Devnet, 'chainId' | 'client'>

/** A safe's transaction with everything but its first fields optional. */
export type TransactionPlan = Pick<SafeTransaction, 'to'> &
  Partial<SafeTransaction>

export type SignedTransaction = {
  safe: DeployedSafe
  transaction: SafeTransaction
  safeTxHash: Hex
  signatures: readonly SafeSignature[]
}

const nonceAbi = parseAbi(['function nonce() view returns (uint256)'])

/** Completes a plan: no refund, a call, empty data, nonce 0 unless given. */
export function completeTransaction(plan: TransactionPlan): SafeTransaction {
  return {
    value: 0n,
    data: '0x',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 0n,
    ...plan,
  }
}

/** The ten fields in the order in which the contract's functions take them. */
export function listTransactionFields(transaction: SafeTransaction) {
  const { to, value, data, operation, nonce } = transaction
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = transaction
  return [
    ...([to, value, data, operation, safeTxGas, baseGas] as const),
    ...([gasPrice, gasToken, refundReceiver, nonce] as const),
  ] as const
}

/** Several calls as one delegatecall of the version's MultiSendCallOnly. */
export function batchCalls(
  safe: Pick<DeployedSafe, 'version'>,
  calls: readonly { to: Address; value?: bigint; data?: Hex }[],
): TransactionPlan {
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  return {
    to: findLocalDeployment(callOnly, safe),
    operation: 1,
    data: encodeMultiSend(
      calls.map((call) => ({ value: 0n, data: '0x', operation: 0, ...call })),
    ),
  }
}

/** Each signer's signature over the transaction, made with its key. */
export async function signTransaction(
  safe: DeployedSafe,
  {
    plan,
    signers,
  }: { plan: TransactionPlan; signers: readonly LocalAccount[] },
): Promise<SignedTransaction> {
  const transaction = completeTransaction(plan)
  const signatures = await Promise.all(
    signers.map(
      async (account): Promise<SafeSignature> => ({
        kind: 'ecdsa',
        signer: account.address,
        data: await signWithKey(safe, { transaction, account }),
      }),
    ),
  )
  const safeTxHash = hashSafeTransaction(getDomain(safe), transaction)
  return { safe, transaction, safeTxHash, signatures }
}

/** One account's EIP-712 signature of the transaction. */
export async function signWithKey(
  safe: DeployedSafe,
  {
    transaction,
    account,
  }: { transaction: SafeTransaction; account: LocalAccount },
): Promise<Hex> {
  return account.signTypedData(
    getSafeTransactionTypedData(getDomain(safe), transaction),
  )
}

/** Signs at the safe's present nonce unless the plan has another. */
export async function proposeTransaction(
  { client }: ChainAccess,
  safe: DeployedSafe,
  {
    plan,
    signers,
  }: { plan: TransactionPlan; signers: readonly LocalAccount[] },
): Promise<SignedTransaction> {
  const nonce = plan.nonce ?? (await readNonce({ client }, safe))
  return signTransaction(safe, { plan: { ...plan, nonce }, signers })
}

/** Sends `execTransaction` with the signatures that were collected. */
export async function executeTransaction(
  { client }: Pick<ChainAccess, 'client'>,
  { safe, transaction, signatures }: SignedTransaction,
  {
    executor = demoAccounts.alice,
    gas,
  }: { executor?: LocalAccount; gas?: bigint } = {},
): Promise<TransactionReceipt> {
  return sendTransaction(client, {
    account: executor,
    to: safe.address,
    data: encodeExecTransaction(transaction, buildSignatures(signatures)),
    ...(gas === undefined ? {} : { gas }),
  })
}

/** Proposes, signs and executes in one go. */
export async function runTransaction(
  devnet: ChainAccess,
  safe: DeployedSafe,
  parameters: {
    plan: TransactionPlan
    signers: readonly LocalAccount[]
    executor?: LocalAccount
    gas?: bigint
  },
): Promise<SignedTransaction & { receipt: TransactionReceipt }> {
  const signed = await proposeTransaction(devnet, safe, parameters)
  const receipt = await executeTransaction(devnet, signed, parameters)
  return { ...signed, receipt }
}

async function readNonce(
  { client }: Pick<ChainAccess, 'client'>,
  { address }: DeployedSafe,
): Promise<bigint> {
  return client.readContract({ address, abi: nonceAbi, functionName: 'nonce' })
}

function getDomain({ chainId, address, version }: DeployedSafe) {
  return { chainId, safe: address, version }
}
