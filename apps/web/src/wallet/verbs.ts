import type { Address, Hex, TypedDataDefinition } from 'viem'
import type { Config } from 'wagmi'
import {
  disconnect,
  getAccount,
  getConnectorClient,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  watchAsset,
} from 'wagmi/actions'
import { readWalletError } from './readWalletError.js'
import { walletConstants } from './walletConstants.js'
import { ProviderRequiredError } from './walletErrors.js'

/** What the app asks of a connected wallet. Each fails with a WalletError. */
export type WalletVerbs = {
  switchChain(chainId: number): Promise<void>
  signMessage(message: string): Promise<Hex>
  signTypedData(typedData: TypedDataDefinition): Promise<Hex>
  /** Answers with the hash of what was sent; it is mined later, or never. */
  sendTransaction(transaction: {
    chainId: number
    to: Address
    data: Hex
    value?: bigint
  }): Promise<Hex>
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

export function createVerbs(config: Config): WalletVerbs {
  const attempt = async <Result>(ask: () => Promise<Result>) => {
    try {
      await assertProvider(config)
      return await ask()
    } catch (error) {
      throw readWalletError(error)
    }
  }
  return {
    switchChain: (chainId) =>
      attempt(async () => {
        await switchChain(config, { chainId })
      }),
    signMessage: (message) => attempt(() => signMessage(config, { message })),
    signTypedData: (typedData) =>
      attempt(() => signTypedData(config, typedData as never)),
    sendTransaction: (transaction) =>
      attempt(() => sendTransaction(config, transaction)),
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

/** An extension can be switched off while the page is open. */
async function assertProvider(config: Config): Promise<void> {
  const { connector } = getAccount(config)
  const provider = await connector?.getProvider()
  if (!provider) throw new ProviderRequiredError()
}
