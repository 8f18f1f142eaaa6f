/** Where journeys happen. */
export type Network = { chainId: number; shortName: string; name: string }

/** The first network of the demo. */
const local1: Network = { chainId: 31337, shortName: 'local1', name: 'Local 1' }

/** One that no release and no wallet has heard of: all is configuration. */
export const invented = {
  chainId: 271_828,
  shortName: 'euler',
  name: 'Euler',
  nativeCurrency: { name: 'Napier', symbol: 'NAP', decimals: 18 },
  testnet: false,
  blockExplorer: {
    name: 'Euler Explorer',
    address: 'https://explorer.example/account/{{address}}',
    txHash: 'https://explorer.example/transaction/{{txHash}}',
  },
  gasPrice: [
    {
      type: 'fixed1559',
      maxFeePerGas: '20000000000',
      maxPriorityFeePerGas: '1000000000',
    },
  ],
  pollSeconds: 0.2,
} as const

export const isInvented = process.env.COVAULT_NETWORK === 'invented'

/** `networks.spec.ts` runs the same journeys on the invented one. */
export const network: Network = isInvented ? invented : local1
