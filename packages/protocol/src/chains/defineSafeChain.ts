import type { Address } from 'viem'
import type { SafeVersion } from '../safeVersion.js'

/** The part of the wire's chain object that is the same for everybody. */
export type SafeChain = {
  chainId: number
  /** EIP-3770 prefix. */
  shortName: string
  name: string
  description: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** New safes use the singleton that logs every execution. */
  l2: boolean
  testnet: boolean
  /** Started on this machine by the product itself. */
  local: boolean
  /** A public endpoint without key, the last resort of a configuration. */
  rpcUrl: string
  blockExplorer:
    | { name: string; address: string; txHash: string; api: string }
    | undefined
  ensRegistryAddress: Address | undefined
  multicall3Address: Address
  /** The version new safes get and older ones are offered. */
  recommendedVersion: SafeVersion
  features: readonly ChainFeature[]
  gasPrice: readonly GasPrice[]
  theme: { textColor: string; backgroundColor: string }
}

export type ChainFeature =
  | 'ERC721'
  | 'SAFE_APPS'
  | 'CONTRACT_INTERACTION'
  | 'DOMAIN_LOOKUP'
  | 'SPENDING_LIMIT'
  | 'EIP1559'
  | 'SAFE_TX_GAS_OPTIONAL'
  | 'TX_SIMULATION'
  | 'EIP1271'

/** Where the price of gas comes from, the first that answers. */
export type GasPrice =
  | { type: 'fixed'; weiValue: bigint }
  | {
      type: 'fixed1559'
      maxFeePerGas: bigint
      maxPriorityFeePerGas: bigint
    }
  /** A number at `gasParameter` of the answer, times `gweiFactor`, is in wei. */
  | { type: 'oracle'; uri: string; gasParameter: string; gweiFactor: string }
  /** The node is asked, and nothing that comes after. */
  | { type: 'unknown' }

/** Fills in what nearly all chains share. */
export function defineSafeChain(
  chain: Omit<SafeChain, DefaultedField> &
    Partial<Pick<SafeChain, DefaultedField>>,
): SafeChain {
  return {
    description: '',
    l2: true,
    testnet: false,
    local: false,
    blockExplorer: undefined,
    ensRegistryAddress: undefined,
    multicall3Address: '0xcA11bde05977b3631167028862bE2a173976CA11',
    recommendedVersion: '1.4.1',
    features: chain.ensRegistryAddress
      ? [...commonFeatures, 'DOMAIN_LOOKUP']
      : commonFeatures,
    gasPrice: [],
    ...chain,
  }
}

type DefaultedField =
  | 'description'
  | 'l2'
  | 'testnet'
  | 'local'
  | 'blockExplorer'
  | 'ensRegistryAddress'
  | 'multicall3Address'
  | 'recommendedVersion'
  | 'features'
  | 'gasPrice'

const commonFeatures: readonly ChainFeature[] = [
  'ERC721',
  'SAFE_APPS',
  'CONTRACT_INTERACTION',
  'SPENDING_LIMIT',
  'EIP1559',
  'SAFE_TX_GAS_OPTIONAL',
  'TX_SIMULATION',
  'EIP1271',
]

/** Wire placeholders for an explorer that follows Etherscan's paths. */
export function etherscanLike({ name, url }: { name: string; url: string }) {
  return {
    name,
    address: `${url}/address/{{address}}`,
    txHash: `${url}/tx/{{txHash}}`,
    api: `${url}/api?module={{module}}&action={{action}}&address={{address}}&apiKey={{apiKey}}`,
  }
}
