import {
  type Address,
  BaseError,
  createWalletClient,
  custom,
  defineChain,
  type Hex,
  type LocalAccount,
  NonceTooLowError,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createNodeClient } from '../../trust/chainClient.js'
import type { LocalChain } from './localChain.js'

// The first five keys of the mnemonic every development node knows. They are
// public: whatever they own on a real network belongs to everybody.
const keys: readonly Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
]

export type DemoSigner = {
  signMessage(message: Hex): Promise<Hex>
  signTypedData(typedData: TypedDataDefinition): Promise<Hex>
  sendTransaction(transaction: {
    to: Address | null
    value: bigint
    data: Hex
    gas?: bigint | undefined
  }): Promise<Hex>
}

/** Opens one key for one chain that was proven to be of this machine. */
export function openDemoKey(
  chain: LocalChain,
  address: Address,
): DemoSigner | undefined {
  const account = keys
    .map((key) => privateKeyToAccount(key))
    .find((each) => each.address === address)
  return account && createSigner(chain, account)
}

function createSigner(chain: LocalChain, account: LocalAccount): DemoSigner {
  const client = createWalletClient({
    account,
    chain: defineChain({
      id: chain.chainId,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    }),
    transport: custom(createNodeClient(chain.rpcUrl), { retryCount: 0 }),
  })
  return {
    signMessage: (raw) => account.signMessage({ message: { raw } }),
    signTypedData: (typedData) => account.signTypedData(typedData),
    sendTransaction: ({ to, value, data, gas }) =>
      withNextNonce(() =>
        client.sendTransaction({
          to,
          value,
          data,
          ...(gas === undefined ? {} : { gas }),
        }),
      ),
  }
}

/** Tries of one transaction whose nonce others keep taking. */
const mostTries = 5

/**
 * Everybody has these keys: another tab may take the nonce between its being
 * read and used. The next try reads it again.
 */
async function withNextNonce(send: () => Promise<Hex>): Promise<Hex> {
  for (let tries = 1; ; tries++)
    try {
      return await send()
    } catch (error) {
      if (tries === mostTries || !isNonceTaken(error)) throw error
    }
}

function isNonceTaken(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const isLow = error.walk((cause) => cause instanceof NonceTooLowError)
  return isLow !== null || /underpriced/.test(error.details)
}
