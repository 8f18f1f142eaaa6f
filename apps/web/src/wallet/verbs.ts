import type { MessageContent } from '@covault/protocol'
import { type Address, type Hex, isHash } from 'viem'
import type { Config } from 'wagmi'
import {
  disconnect,
  getAccount,
  getConnectorClient,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  watchAsset,
} from 'wagmi/actions'
import { assertNoAlarm } from '../trust/served/servedRelease.js'
import { readWalletError } from './readWalletError.js'
import { safeConnectorId } from './safeWallet.js'
import { walletConstants } from './walletConstants.js'
import {
  NoTransactionHashError,
  ProviderRequiredError,
} from './walletErrors.js'

/** What the app asks of a connected wallet. Each fails with a WalletError. */
export type WalletVerbs = {
  switchChain(chainId: number): Promise<void>
  /** Which account and network the wallet itself says it has now. */
  readPlace(): Promise<WalletPlace>
  signMessage(message: string): Promise<Hex>
  /** `personal_sign` of 32 bytes: only for wallets without typed data. */
  signHash(hash: Hex): Promise<Hex>
  signTypedData(typedData: TypedData): Promise<Hex>
  /** Answers with the hash of what was sent; it is mined later, or never. */
  sendTransaction(transaction: {
    chainId: number
    to: Address
    data: Hex
    value?: bigint
    gas?: bigint
    /** Per unit of gas; a legacy price where `maxFeePerGas` is missing. */
    maxFeePerGas?: bigint
    maxPriorityFeePerGas?: bigint
    gasPrice?: bigint
    /** The sender's, to take the place of one that is pending. */
    nonce?: number
  }): Promise<Hex>
  /**
   * EIP-5792, for a wallet that is a safe itself: answers with what it calls
   * them, which of the host of a safe is the hash of its transaction.
   */
  sendCalls(calls: {
    chainId: number
    calls: readonly { to: Address; value: bigint; data: Hex }[]
  }): Promise<string>
  /**
   * A message, for a wallet that is a safe itself: its host shows it to the
   * owners, and says when they have signed, or begun to.
   */
  signAsSafe(message: {
    account: Address
    content: MessageContent
    way: 'offChain' | 'onChain'
  }): Promise<void>
  /** "Add token to wallet", EIP-747. False: the wallet did not want it. */
  watchAsset(token: {
    address: Address
    symbol: string
    decimals?: number
    image?: string
  }): Promise<boolean>
  /** Lets the person choose which accounts this page may see. */
  requestPermissions(): Promise<void>
  disconnect(): Promise<void>
}

/** EIP-712, as it is put before the person. */
export type TypedData = {
  domain: { chainId?: number; verifyingContract?: Address }
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

export type WalletPlace = { account: Address | undefined; chainId: number }

export function createVerbs(config: Config): WalletVerbs {
  const attempt = async <Result>(ask: () => Promise<Result>) => {
    try {
      await assertProvider(config)
      return await ask()
    } catch (error) {
      throw readWalletError(error)
    }
  }
  // Through here goes whatever a person signs or sends.
  const attemptSafely: typeof attempt = async (ask) => {
    assertNoAlarm()
    return attempt(ask)
  }
  return {
    switchChain: (chainId) =>
      attempt(async () => {
        await switchChain(config, { chainId })
      }),
    readPlace: () => attempt(() => readPlace(config)),
    signMessage: (message) =>
      attemptSafely(() => signMessage(config, { message })),
    signHash: (hash) =>
      attemptSafely(() => signMessage(config, { message: { raw: hash } })),
    signTypedData: (typedData) =>
      attemptSafely(() => signTypedData(config, typedData as never)),
    sendTransaction: (transaction) =>
      attemptSafely(async () => {
        const hash = await sendTransaction(config, transaction as never)
        if (!isHash(hash)) throw new NoTransactionHashError()
        return hash
      }),
    sendCalls: (calls) =>
      attemptSafely(async () => {
        const { id } = await sendCalls(config, calls as never)
        return id
      }),
    signAsSafe: (message) => attemptSafely(() => signAsSafe(config, message)),
    watchAsset: ({
      address,
      symbol,
      decimals = walletConstants.watchedDecimals,
      image,
    }) =>
      attempt(() =>
        watchAsset(config, {
          type: 'ERC20',
          options: { address, symbol, decimals, ...(image ? { image } : {}) },
        }),
      ),
    requestPermissions: () =>
      attempt(async () => {
        const client = await getConnectorClient(config)
        await client.request({
          method: 'wallet_requestPermissions',
          params: [{ eth_accounts: {} }],
        })
      }),
    disconnect: () => attempt(() => disconnect(config)),
  }
}

/**
 * What is answered is a signature, or nothing as long as owners are missing:
 * either way the message is where the host has it.
 */
async function signAsSafe(
  config: Config,
  { account, content, way }: Parameters<WalletVerbs['signAsSafe']>[0],
): Promise<void> {
  const { request } = await getConnectorClient(config)
  // Hosts mark messages on chain unless an app has said otherwise.
  if (getAccount(config).connector?.id === safeConnectorId)
    await request({
      method: 'safe_setSettings',
      params: [{ offChainSigning: way === 'offChain' }],
    } as never)
  if (typeof content === 'string')
    await signMessage(config, { message: content })
  else
    await request({
      method: 'eth_signTypedData_v4',
      params: [account, JSON.stringify(content)],
    })
}

/** Asked, not remembered: events of a wallet may be late, or a lie. */
async function readPlace(config: Config): Promise<WalletPlace> {
  const { connector } = getAccount(config)
  if (!connector) throw new ProviderRequiredError()
  const [accounts, chainId] = await Promise.all([
    connector.getAccounts(),
    connector.getChainId(),
  ])
  return { account: accounts[0], chainId }
}

/** An extension can be switched off while the page is open. */
async function assertProvider(config: Config): Promise<void> {
  const { connector } = getAccount(config)
  const provider = await connector?.getProvider()
  if (!provider) throw new ProviderRequiredError()
}
