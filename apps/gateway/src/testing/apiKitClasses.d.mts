import type ApiKit from 'api-kit-5'

/** The fourth and fifth version are alike, the others nearly so. */
type ApiKitClass = new (options: {
  chainId: bigint
  txServiceUrl: string
}) => ApiKit

export const ApiKit2: ApiKitClass
export const ApiKit3: ApiKitClass
export const ApiKit4: ApiKitClass
export const ApiKit5: ApiKitClass

type Outcome = {
  safeAddress: string
  status: string
  transactions?: { safeTxHash?: string; ethereumTxHash?: string }
  messages?: { messageHash?: string }
}

type SafeClient = {
  send(parameters: {
    transactions: { to: string; value: string; data: string }[]
  }): Promise<Outcome>
  confirm(parameters: { safeTxHash: string }): Promise<Outcome>
  getPendingTransactions(): Promise<{ results: { safeTxHash: string }[] }>
  extend<Extension>(
    extension: (client: SafeClient) => Extension,
  ): SafeClient & Extension
}

export function createSafeClient(options: {
  provider: string
  signer: string
  safeAddress: string
  txServiceUrl: string
}): Promise<SafeClient>

export function offChainMessages(): (client: SafeClient) => {
  sendOffChainMessage(parameters: { message: string }): Promise<Outcome>
  confirmOffChainMessage(parameters: { messageHash: string }): Promise<Outcome>
}
