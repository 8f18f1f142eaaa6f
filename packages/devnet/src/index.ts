export {
  accounts,
  type DemoAccountName,
  demoAccounts,
  demoMnemonic,
} from './accounts.js'
export { AnvilNotFoundError } from './anvilBinary.js'
export {
  type CompiledContract,
  compileContracts,
  getContract,
} from './compileContracts.js'
export {
  createDemoConfig,
  type DemoConfig,
  type DemoTokenList,
} from './demoConfig.js'
export {
  alwaysRevertsAbi,
  type DemoContractName,
  demoCollectibleAbi,
  demoItemsAbi,
  demoTokenAbi,
  deployDemoContracts,
  getDemoContractAddress,
  priceFeedAbi,
  spamTokenAbi,
} from './demoContracts.js'
export {
  type DeployedSafe,
  deploySafe,
  describeSafe,
  getCreationCall,
  getSafeCreation,
  type SafePlan,
} from './deploySafe.js'
export { deploySafeContracts } from './deploySafeContracts.js'
export { createDevnetClient, type DevnetClient } from './devnetClient.js'
export { playOffChainPart } from './playOffChainPart.js'
export {
  defineProfile,
  type ProviderName,
  type ProviderProfile,
  providerProfiles,
} from './providers/profiles.js'
export {
  type ReplayedSource,
  startReplayedSource,
} from './providers/replayedSource.js'
export { type Provider, startProvider } from './providers/startProvider.js'
export { type ReorgParameters, reorg } from './reorg.js'
export {
  batchCalls,
  completeTransaction,
  executeTransaction,
  listTransactionFields,
  proposeTransaction,
  runTransaction,
  type SignedTransaction,
  signTransaction,
  signWithKey,
  type TransactionPlan,
} from './safeTransactions.js'
export type { OffChainPart } from './scenarios/offChainPart.js'
export { signDelegate } from './scenarios/offChainPart.js'
export {
  type DemoProgress,
  type DemoWorld,
  describeDemoWorld,
  seedDemoWorld,
} from './seedDemoWorld.js'
export { type PlannedTransaction, sendAll } from './sendAll.js'
export { sendTransaction } from './sendTransaction.js'
export {
  allowanceModuleAddress,
  nameRegistryAddress,
  nameResolverAddress,
  type StandIn,
  standIns,
} from './standIns.js'
export {
  AnvilStartError,
  type Devnet,
  type StartDevnetParameters,
  startDevnet,
} from './startDevnet.js'
