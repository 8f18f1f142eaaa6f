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
export { describeBech32 } from './bech32.js'
export {
  buildRejection,
  buildSafeTransaction,
  DelegatecallInBatchError,
  EmptyBatchError,
  findBatchContract,
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
export { erc20ApproveMethod, erc20TransferMethod } from './calldata/erc20.js'
export { erc721SafeTransferFromMethod } from './calldata/erc721.js'
export { erc1155SafeTransferFromMethod } from './calldata/erc1155.js'
export { setFallbackHandlerMethod } from './calldata/fallbackHandler.js'
export { setGuardMethod, setModuleGuardMethod } from './calldata/guard.js'
export type { ContractKind, KnownMethod } from './calldata/knownMethod.js'
export { knownMethods } from './calldata/knownMethods.js'
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
  createProxyMethod,
  createProxyWithCallbackMethod,
  createProxyWithNonceMethod,
} from './calldata/proxyFactory.js'
export {
  approveHashMethod,
  execTransactionMethod,
  setupMethod,
} from './calldata/safe.js'
export { signMessageMethod } from './calldata/signMessage.js'
export {
  changeMasterCopyMethod,
  migrateL2SingletonMethod,
  migrateL2WithFallbackHandlerMethod,
  migrateSingletonMethod,
  migrateWithFallbackHandlerMethod,
} from './calldata/singleton.js'
export {
  type CallNode,
  type CallProblem,
  type CallTree,
  type Confidence,
  type Coverage,
  type DecodeCallContext,
  type DecodedMethod,
  findArguments,
  type KnownContract,
  type MethodReading,
} from './callTree.js'
export { chains, findChain, findChainByShortName } from './chains/chains.js'
export {
  type ChainFeature,
  defineSafeChain,
  type GasPrice,
  type SafeChain,
} from './chains/defineSafeChain.js'
export { mainnet } from './chains/definitions/mainnet.js'
export { sepolia } from './chains/definitions/sepolia.js'
export { nameChain } from './chains/nameChain.js'
export {
  type Comment,
  getCommentTypedData,
  hashComment,
  isCommentText,
  longestComment,
  recoverCommentWriter,
  toCommentText,
} from './comment.js'
export type { CreationEntry, LoggedEvent } from './creationEntries.js'
export { decodeCall, InvalidCallError } from './decodeCall.js'
export {
  type AllowanceModule,
  identifyAllowanceModule,
  listAllowanceModules,
} from './deployments/allowanceModules.js'
export {
  type Deployment,
  findDeploymentByAddress,
  isPinned,
  type MultiSend,
  type Singleton,
} from './deployments/deployment.js'
export { findDeployment } from './deployments/findDeployment.js'
export {
  identifySingleton,
  proxyCodeHashes,
  type SingletonIdentity,
} from './deployments/identifySingleton.js'
export {
  findMigrationTarget,
  type MigrationTarget,
} from './deployments/migrationTarget.js'
export { publishedContracts, publishedTools } from './deployments/published.js'
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
  type EventEntry,
  type ExecutionDetails,
  type ExecutionEntry,
  type ModuleExecutionEntry,
  pairExecutions,
  type TransactionEntry,
  type UnpairedEntry,
} from './executionPairing.js'
export { type ExtractedAddress, extractAddresses } from './extractAddresses.js'
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
export { nouns, writeCount, writeNumber } from './language.js'
export {
  findLookAlikes,
  type KnownKind,
  type KnownLookAlike,
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
  encodeNameChanges,
  getNameChangesTypedData,
  hashNameChanges,
  isSharedName,
  longestSharedName,
  mostNameChanges,
  type NameChange,
  type NameChanges,
  noNameChanges,
} from './nameChanges.js'
export {
  getNonceState,
  mostNoncesAhead,
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
  shortNamePattern,
  WrongChecksumError,
} from './prefixedAddress.js'
export { listReleasedTokens } from './releasedTokens.js'
export type { Finding } from './risk/finding.js'
export {
  findMessageRisks,
  listMessageTokens,
  type MessageFacts,
  type MessageFinding,
} from './risk/findMessageRisks.js'
export {
  type FindRisksParameters,
  ForeignCallTreeError,
  ForeignRiskFactsError,
  findRisks,
} from './risk/findRisks.js'
export { type FindingGroup, groupFindings } from './risk/groupFindings.js'
export {
  indexKnown,
  type KnownAddress,
} from './risk/knownAddresses.js'
export { type MessageRiskId, messageRules } from './risk/messageRules.js'
export { getMaximumRefund } from './risk/refundDrain.js'
export type {
  RiskFacts,
  SafeFacts,
  TargetKind,
  WaitingTransaction,
} from './risk/riskFacts.js'
export type { RiskRule, RuleWords } from './risk/riskRule.js'
export { type RiskId, riskRules } from './risk/rules.js'
export type { RiskSeverity } from './risk/severity.js'
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
  type MessageContent,
} from './safeMessage.js'
export { safeSlots } from './safeSlots.js'
export {
  encodeSafeTransactionData,
  getSafeTransactionTypedData,
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
export { findFailure } from './simulation/findFailure.js'
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
  buildSimulatedCall,
  type SimulatedCall,
  type StateOverrides,
} from './simulation/simulatedCall.js'
export {
  type SimulationRiskId,
  simulationRules,
} from './simulation/simulationRules.js'
export {
  arrangeTelling,
  type FormatTellingOptions,
  formatTelling,
  formatWords,
} from './tell/formatTelling.js'
export { tellApproved } from './tell/tellApproved.js'
export { tellIntent } from './tell/tellIntent.js'
export type {
  Moved,
  MovedSide,
  Reported,
  Telling,
  Tense,
  Word,
  Words,
} from './tell/telling.js'
export {
  listExecutedCalls,
  type PlacedCall,
  tellsPayments,
} from './tellsPayments.js'
export { isDecimals } from './tokenDecimals.js'
export {
  InvalidTypedDataError,
  LargeTypedDataError,
  listDomainFields,
  type TypedDataContent,
} from './typedData.js'
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
