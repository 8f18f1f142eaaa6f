import {
  getSafeMessageTypedData,
  hashSafeMessage,
  hashSafeTransaction,
} from '@covault/protocol'
import type { Hex, LocalAccount } from 'viem'
import {
  completeTransaction,
  signWithKey,
  type TransactionPlan,
} from '../safeTransactions.js'
import type {
  Confirmation,
  MessageEntry,
  ProposalEntry,
} from './offChainPart.js'
import { type DemoSafe, locate, type Stage } from './scenario.js'

/** A proposal as the gateway is told of it, signed with demo keys. */
export async function makeProposal(
  stage: Stage,
  safe: DemoSafe,
  {
    plan,
    proposer,
    confirmers = [],
    note,
  }: {
    plan: TransactionPlan
    proposer: LocalAccount
    confirmers?: readonly LocalAccount[]
    note: string
  },
): Promise<ProposalEntry> {
  const deployed = locate(safe, stage)
  const transaction = completeTransaction(plan)
  const sign = (account: LocalAccount) =>
    signWithKey(deployed, { transaction, account })
  const { chainId, address, version } = deployed
  return {
    chainId,
    safe: address,
    body: {
      ...transaction,
      value: String(transaction.value),
      safeTxGas: String(transaction.safeTxGas),
      baseGas: String(transaction.baseGas),
      gasPrice: String(transaction.gasPrice),
      nonce: String(transaction.nonce),
      safeTxHash: hashSafeTransaction(
        { chainId, safe: address, version },
        transaction,
      ),
      sender: proposer.address,
      signature: await sign(proposer),
      origin: JSON.stringify({ name: 'Covault', note }),
    },
    confirmations: await confirm(confirmers, sign),
  }
}

async function confirm(
  confirmers: readonly LocalAccount[],
  sign: (account: LocalAccount) => Promise<Hex>,
): Promise<Confirmation[]> {
  return Promise.all(
    confirmers.map(async (confirmer) => ({
      signer: confirmer.address,
      signature: await sign(confirmer),
    })),
  )
}

/** A message for the safe to sign, as the gateway is told of it. */
export async function makeMessage(
  stage: Stage,
  safe: DemoSafe,
  {
    message,
    proposer,
    confirmers = [],
  }: {
    message: string
    proposer: LocalAccount
    confirmers?: readonly LocalAccount[]
  },
): Promise<MessageEntry> {
  const { address, version, chainId } = locate(safe, stage)
  const domain = { chainId, safe: address, version }
  const typedData = getSafeMessageTypedData(domain, message)
  const sign = (account: LocalAccount) => account.signTypedData(typedData)
  return {
    chainId,
    safe: address,
    messageHash: hashSafeMessage(domain, message),
    body: {
      message,
      signature: await sign(proposer),
      origin: JSON.stringify({ name: 'Covault' }),
    },
    confirmations: await confirm(confirmers, sign),
  }
}
