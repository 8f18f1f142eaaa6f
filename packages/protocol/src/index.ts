export { type AbiField, toAbiField } from './abi/abiField.js'
export { type AbiInput, UnsupportedAbiTypeError } from './abi/abiType.js'
export {
  AbiOverlapError,
  AbiTruncatedError,
  type AbiValue,
  type ByteRange,
  type DecodedParameter,
} from './abi/decodeParameters.js'
export { AbiValueCountError, AbiValueError } from './abi/encodeParameters.js'
export {
  decodeMethod,
  encodeCalldata,
  encodeMethod,
  listArgumentNames,
  type Method,
  type MethodArguments,
  NonCanonicalCalldataError,
  SelectorMismatchError,
} from './abi/method.js'
export { type AbiMethod, InvalidAbiError, parseAbi } from './abi/parseAbi.js'
export { ListTextError } from './abi/parseListText.js'
export {
  createMethod,
  InvalidArgumentNameError,
  InvalidSignatureTextError,
  parseSignature,
} from './abi/parseSignature.js'
export {
  type AbiMistake,
  type AbiReading,
  type AbiText,
  createAbiText,
  readAbiText,
} from './abi/readAbiText.js'
export {
  type Bech32,
  Bech32DataTooShortError,
  Bech32InvalidChecksumError,
  Bech32MixedCaseError,
  Bech32NoPrefixError,
  Bech32NoSeparatorError,
  Bech32TooLongError,
  Bech32TooShortError,
  Bech32UnknownCharacterError,
  decodeBech32,
  describeBech32,
} from './bech32.js'
export {
  buildRejection,
  buildSafeTransaction,
  DelegatecallInBatchError,
  EmptyBatchError,
  NoMultiSendError,
} from './buildSafeTransaction.js'
export {
  addDelegateMethod,
  deleteAllowanceMethod,
  executeAllowanceTransferMethod,
  removeDelegateMethod,
  resetAllowanceMethod,
  setAllowanceMethod,
} from './calldata/allowance.js'
export {
  performCreate2Method,
  performCreateMethod,
} from './calldata/createCall.js'
export {
  receiveWithAuthorizationBytesMethod,
  receiveWithAuthorizationMethod,
  transferWithAuthorizationBytesMethod,
  transferWithAuthorizationMethod,
} from './calldata/eip3009.js'
export {
  daiPermitMethod,
  erc20ApproveAllMethod,
  erc20ApproveMethod,
  erc20DecreaseAllowanceMethod,
  erc20DecreaseApprovalMethod,
  erc20IncreaseAllowanceMethod,
  erc20IncreaseApprovalMethod,
  erc20PermitMethod,
  erc20PermitWithBytesMethod,
  erc20TransferFromMethod,
  erc20TransferMethod,
} from './calldata/erc20.js'
export {
  erc721ApproveMethod,
  erc721SafeTransferFromMethod,
  erc721SafeTransferFromWithDataMethod,
  erc721TransferFromMethod,
  setApprovalForAllMethod,
} from './calldata/erc721.js'
export {
  authorizeOperatorMethod,
  erc777SendMethod,
} from './calldata/erc777.js'
export {
  erc1155SafeBatchTransferFromMethod,
  erc1155SafeTransferFromMethod,
} from './calldata/erc1155.js'
export {
  approveAndCallMethod,
  approveAndCallWithDataMethod,
  transferAndCallMethod,
  transferAndCallWithDataMethod,
} from './calldata/erc1363.js'
export {
  erc6909ApproveMethod,
  erc6909TransferFromMethod,
  erc6909TransferMethod,
  setOperatorMethod,
} from './calldata/erc6909.js'
export { setFallbackHandlerMethod } from './calldata/fallbackHandler.js'
export {
  setGuardMethod,
  setModuleGuardMethod,
} from './calldata/guard.js'
export type { ContractKind, KnownMethod } from './calldata/knownMethod.js'
export { knownMethods } from './calldata/knownMethods.js'
export {
  allowManagerMethod,
  approveDelegationMethod,
  hopeMethod,
  setRelayerApprovalMethod,
} from './calldata/managers.js'
export {
  disableModuleMethod,
  enableModuleMethod,
  execTransactionFromModuleMethod,
  execTransactionFromModuleReturnDataMethod,
} from './calldata/modules.js'
export {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from './calldata/owners.js'
export {
  permit2ApproveMethod,
  permit2PermitBatchMethod,
  permit2PermitMethod,
  permitBatchTransferFromMethod,
  permitBatchWitnessTransferFromMethod,
  permitTransferFromMethod,
  permitWitnessTransferFromMethod,
} from './calldata/permit2.js'
export {
  createChainSpecificProxyWithNonceL2Method,
  createChainSpecificProxyWithNonceMethod,
  createProxyMethod,
  createProxyWithCallbackMethod,
  createProxyWithNonceL2Method,
  createProxyWithNonceMethod,
} from './calldata/proxyFactory.js'
export {
  approveHashMethod,
  execTransactionMethod,
  setupMethod,
  setupWithoutHandlerMethod,
  setupWithoutPaymentMethod,
} from './calldata/safe.js'
export { signMessageMethod } from './calldata/signMessage.js'
export {
  changeMasterCopyMethod,
  migrateFromV111Method,
  migrateL2SingletonMethod,
  migrateL2WithFallbackHandlerMethod,
  migrateSingletonMethod,
  migrateToL2Method,
  migrateWithFallbackHandlerMethod,
  setupToL2Method,
} from './calldata/singleton.js'
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
  type CallNode,
  type CallProblem,
  type CallTree,
  type Confidence,
  type Coverage,
  type DecodeCallContext,
  type DecodedMethod,
  decodeCall,
  findArguments,
  InvalidCallError,
  type KnownContract,
  type MethodReading,
} from './decodeCall.js'
export {
  type AllowanceModule,
  identifyAllowanceModule,
  listAllowanceModules,
} from './deployments/allowanceModules.js'
export {
  type Deployment,
  findDeployment,
  findDeploymentByAddress,
  isPinned,
  type MultiSend,
  type Singleton,
} from './deployments/deployment.js'
export {
  identifySingleton,
  proxyCodeHashes,
  type SingletonIdentity,
} from './deployments/identifySingleton.js'
export {
  findMigrationTarget,
  type MigrationTarget,
} from './deployments/migrationTarget.js'
export { proxyCreationCodes } from './deployments/proxyCreationCodes.js'
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
export { encodeCallTree } from './encodeCallTree.js'
export { BaseError } from './errors.js'
export type { ContractLog, LogFlaw } from './events/logReader.js'
export {
  decodeLog,
  eventTopics,
  type SafeEvent,
  type SafeEventOf,
  type UndecodableLog,
} from './events.js'
export {
  decodeExecTransaction,
  type ExecTransactionCall,
  encodeExecTransaction,
  isExecTransaction,
  MalformedExecTransactionError,
  NotExecTransactionError,
} from './execTransaction.js'
export {
  type CreationEntry,
  type EventEntry,
  type ExecutionDetails,
  type ExecutionEntry,
  type LoggedEvent,
  type ModuleExecutionEntry,
  pairExecutions,
  type TransactionEntry,
  type UnpairedEntry,
} from './executionPairing.js'
export { type ExtractedAddress, extractAddresses } from './extractAddresses.js'
export { type FormatIntentOptions, formatIntent } from './formatIntent.js'
export { getIntent } from './getIntent.js'
export type {
  Amount,
  Collectible,
  Intent,
  IntentMeaning,
  Refund,
  Requirement,
  SafeSetup,
  TokenFacts,
} from './intent.js'
export { getKnownContracts } from './knownContracts.js'
export {
  compareLookAlike,
  findLookAlikes,
  type LookAlike,
} from './lookAlike.js'
export type { IntentContext } from './methodCall.js'
export {
  type Call,
  decodeMultiSend,
  encodeMultiSend,
  MalformedMultiSendError,
  multiSendMethod,
} from './multiSend.js'
export {
  findNonceGaps,
  getNonceState,
  mostNoncesAhead,
  type NonceGap,
  type NonceState,
  recommendNonce,
} from './nonce.js'
export {
  encodeOwnerChange,
  InvalidOwnerError,
  InvalidThresholdError,
  type OwnerChange,
  type OwnerSet,
  planOwnerChanges,
} from './ownerChanges.js'
export {
  DirtySignatureError,
  DynamicPartOutOfBoundsError,
  identifySigner,
  MisplacedDynamicPartError,
  parseExecutedSignatures,
  parseSignatures,
  recoverSignatures,
  type SignaturePart,
  TrailingSignatureBytesError,
  TruncatedSignaturesError,
  UnknownSignatureKindError,
} from './parseSignatures.js'
export {
  ChainPrefixMismatchError,
  type ChecksumState,
  formatPrefixedAddress,
  getChecksumState,
  type PrefixedAddress,
  parseAddressOnChain,
  parsePrefixedAddress,
  WrongChecksumError,
} from './prefixedAddress.js'
export {
  compareSeverity,
  type Finding,
  type RiskId,
  type RiskSeverity,
  riskSeverities,
  type SimulationRiskId,
} from './risk/finding.js'
export {
  findMessageRisks,
  type MessageFinding,
  type MessageRiskId,
} from './risk/findMessageRisks.js'
export {
  type FindRisksParameters,
  ForeignCallTreeError,
  ForeignRiskFactsError,
  findRisks,
} from './risk/findRisks.js'
export { getMaximumRefund } from './risk/refundDrain.js'
export type { RiskFacts, SafeFacts, TargetKind } from './risk/riskFacts.js'
export type { RiskRule } from './risk/riskRule.js'
export { riskRules } from './risk/rules.js'
export {
  predictSafeAddress,
  type SafeCreation,
  UnknownProxyFactoryError,
} from './safeAddress.js'
export {
  encodeSafeMessageData,
  getSafeMessagePreimage,
  getSafeMessageTypedData,
  hashMessageContent,
  hashSafeMessage,
  hashSafeMessageBytes,
  InvalidTypedDataError,
  type MessageContent,
  type TypedDataContent,
} from './safeMessage.js'
export { safeSlots } from './safeSlots.js'
export {
  encodeSafeTransactionData,
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
  UnknownSafeVersionError,
} from './safeVersion.js'
export {
  getAcceptedDelegateHashes,
  getAcceptedDeleteRequestHashes,
  getDelegateTypedData,
  getDeleteRequestTypedData,
  getTotp,
  InvalidTimeError,
} from './serviceRequest.js'
export {
  buildSignatures,
  compareAddresses,
  DuplicateSignerError,
  fromWalletSignature,
  InvalidRecoveryValueError,
  InvalidSignatureSizeError,
  type KeySignature,
  recoverSigner,
  type SafeSignature,
  toLowS,
  UnorderedSignersError,
  UnrecoverableSignatureError,
} from './signature.js'
export {
  type Asset,
  type AssetChange,
  type Holding,
  identifyAsset,
  listMovements,
  nominateHoldings,
  sumMovements,
} from './simulation/assetMovements.js'
export {
  type CriticalStorage,
  criticalQuestions,
  readCriticalStorage,
} from './simulation/criticalStorage.js'
export {
  type CriticalField,
  findUnexplained,
  judgeOtherSlots,
  judgeStorage,
  type StorageRow,
} from './simulation/judgeStorage.js'
export {
  type LoggedApproval,
  listApprovals,
} from './simulation/loggedApprovals.js'
export { listUnnamedSlots } from './simulation/namedSlots.js'
export {
  createProbeReader,
  encodeProbe,
  originalAddress,
  type ProbeQuestion,
  type ProbeReader,
  probeCode,
} from './simulation/probe.js'
export {
  type AccountOverride,
  buildSimulatedCall,
  type SimulatedCall,
  type StateOverrides,
} from './simulation/simulatedCall.js'
export {
  EthSignNotSupportedError,
  isCallSatisfied,
  NotAnOwnerError,
  PreimageMismatchError,
  type RequiredCall,
  type SignedBySafe,
  ThresholdNotSetError,
  type Verification,
  verifySignature,
  verifySignatures,
} from './verifySignatures.js'
export {
  InvalidAddressError,
  InvalidBytes32Error,
  InvalidBytesError,
  UintOutOfRangeError,
} from './word.js'
