export { chains, findChain, findChainByShortName } from './chains/chains.js'
export {
  type ChainFeature,
  defineSafeChain,
  type GasPrice,
  type SafeChain,
} from './chains/defineSafeChain.js'
export { arbitrum } from './chains/definitions/arbitrum.js'
export { base } from './chains/definitions/base.js'
export { gnosis } from './chains/definitions/gnosis.js'
export { local1 } from './chains/definitions/local1.js'
export { local2 } from './chains/definitions/local2.js'
export { mainnet } from './chains/definitions/mainnet.js'
export { optimism } from './chains/definitions/optimism.js'
export { polygon } from './chains/definitions/polygon.js'
export { sepolia } from './chains/definitions/sepolia.js'
export {
  type Deployment,
  findDeployment,
  findDeploymentByAddress,
  isPinned,
  type MultiSend,
  type Singleton,
} from './deployments/deployment.js'
export {
  createCallLibraries,
  fallbackHandlers,
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  simulateTxAccessors,
  singletons,
} from './deployments/table.js'
export { BaseError } from './errors.js'
export {
  decodeExecTransaction,
  type ExecTransactionCall,
  encodeExecTransaction,
  isExecTransaction,
  MalformedExecTransactionError,
  NotExecTransactionError,
} from './execTransaction.js'
export {
  getSafeTransactionTypedData,
  getSafeTypedDataDomain,
  hashInSafeDomain,
  hashSafeDomain,
  hashSafeTransaction,
  hashSafeTransactionMessage,
  InvalidChainIdError,
  InvalidOperationError,
  type SafeDomain,
  type SafeTransaction,
  type SafeTypedData,
} from './safeTransaction.js'
export {
  isReplayable,
  isVersionAtLeast,
  parseSafeVersion,
  type SafeVersion,
  safeVersions,
} from './safeVersion.js'
export {
  buildSignatures,
  DuplicateSignerError,
  InvalidRecoveryValueError,
  InvalidSignatureSizeError,
  type SafeSignature,
} from './signature.js'
export {
  InvalidAddressError,
  InvalidBytes32Error,
  InvalidBytesError,
  UintOutOfRangeError,
} from './word.js'
