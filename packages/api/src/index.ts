export type { Codec } from './codecs.js'
export {
  type CallInput,
  type CallLimits,
  type Client,
  type ClientOptions,
  call,
  createClient,
  type FailedAttempt,
  type StandIn,
  type UnansweredCall,
} from './createClient.js'
export {
  defineEndpoint,
  type Endpoint,
  type EndpointBody,
  type EndpointHeaders,
  type EndpointParams,
  type EndpointQuery,
  type EndpointResponse,
  type EndpointWire,
} from './endpoint.js'
export {
  type About,
  getAbout,
  getChainAbout,
  getIndexingStatus,
  type IndexingStatus,
} from './endpoints/about.js'
export {
  type AuditEntry,
  type BackupRun,
  createBackup,
  type GatewayCondition,
  getAdministrator,
  getAuditLog,
  getGatewayCondition,
} from './endpoints/administration.js'
export {
  type AppConfig,
  appConfig,
  getAppConfig,
} from './endpoints/appConfig.js'
export {
  getAuthNonce,
  getSessionUser,
  logOut,
  type SessionUser,
  verifyAuth,
} from './endpoints/auth.js'
export {
  type Balances,
  getBalances,
  getFiatCodes,
} from './endpoints/balances.js'
export { type Bridge, getBridges } from './endpoints/bridges.js'
export {
  type ChainInfo,
  getChain,
  getChains,
} from './endpoints/chains.js'
export {
  type Collectible,
  getAllCollectibles,
  getCollectibles,
} from './endpoints/collectibles.js'
export {
  createComment,
  deleteComment,
  getComments,
  type WrittenComment,
} from './endpoints/comments.js'
export { type Contract, getContract } from './endpoints/contracts.js'
export { decodeData } from './endpoints/dataDecoder.js'
export {
  addDelegate,
  type Delegate,
  getDelegates,
  removeDelegate,
} from './endpoints/delegates.js'
export { type Draft, deleteDraft, getDrafts } from './endpoints/drafts.js'
export { getLiveness, getReadiness } from './endpoints/health.js'
export {
  getLive,
  type LiveEvent,
  type LiveEventData,
  type LiveEventWire,
  liveEventData,
  maximumLiveSafes,
} from './endpoints/live.js'
export { getMasterCopies, type MasterCopy } from './endpoints/masterCopies.js'
export {
  createMessage,
  getMessage,
  getMessages,
  type Message,
  type MessageListItem,
  signMessage,
} from './endpoints/messages.js'
export { type Moved, moveIn } from './endpoints/moveIn.js'
export {
  getMovementSums,
  getMovements,
  getPricesThen,
} from './endpoints/movements.js'
export { changeNames, getNames, type NameSet } from './endpoints/names.js'
export {
  confirmEmail,
  createReceiver,
  deleteEmail,
  deleteReceiver,
  getNotices,
  type MailChoices,
  type NoticeReceiver,
  resumeReceiver,
  saveMailChoices,
  setEmail,
} from './endpoints/notices.js'
export {
  getOutreaches,
  getPositions,
  getRelayAllowance,
} from './endpoints/notOffered.js'
export {
  getOwnedSafes,
  getOwnedSafesByChain,
  type OwnedSafesByChain,
} from './endpoints/owners.js'
export { askRpc } from './endpoints/rpc.js'
export { getSafeApps, type SafeApp } from './endpoints/safeApps.js'
export {
  getNonces,
  getSafe,
  getSafeCreation,
  getSafeOverviews,
  type SafeCreation,
  type SafeInfo,
  type SafeOverview,
  watchSafe,
} from './endpoints/safes.js'
export {
  type AccessToken,
  createAccessToken,
  deleteAccessToken,
  getAccessTokens,
} from './endpoints/tokens.js'
export {
  confirmTransaction,
  deleteTransaction,
  estimateTransaction,
  getIncomingTransfers,
  getModuleTransactions,
  getMultisigTransactions,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
  getTransactions,
  maximumDetails,
  previewTransaction,
  proposeTransaction,
  type TransactionProposal,
} from './endpoints/transactions.js'
export {
  getValueHistory,
  type ValueHistory,
  type ValuePeriod,
  valuePeriods,
} from './endpoints/valueHistory.js'
export {
  type ChainFeature,
  type ConflictType,
  chainFeatures,
  conflictTypes,
  type DecodingAccuracy,
  decodingAccuracies,
  type ExecutionInfoType,
  executionInfoTypes,
  type GasPriceType,
  gasPriceTypes,
  type ImplementationVersionState,
  implementationVersionStates,
  type MessageListItemType,
  type MessageStatus,
  messageListItemTypes,
  messageStatuses,
  type Operation,
  operations,
  type QueueLabel,
  queueLabels,
  type RelayerType,
  type RpcAuthentication,
  relayerTypes,
  rpcAuthentications,
  type SafeAppAccessPolicy,
  type SafeAppFeature,
  type SafeAppSocialPlatform,
  type SettingsChangeType,
  safeAppAccessPolicies,
  safeAppFeatures,
  safeAppSocialPlatforms,
  settingsChangeTypes,
  type TokenType,
  type TransactionInfoType,
  type TransactionListItemType,
  type TransactionStatus,
  type TransferDirection,
  type TransferType,
  tokenTypes,
  transactionInfoTypes,
  transactionListItemTypes,
  transactionStatuses,
  transferDirections,
  transferTypes,
} from './enumerations.js'
export {
  ForeignPageLinkError,
  GatewayError,
  GatewayReplyError,
  GatewayTimeoutError,
  GatewayUnreachableError,
  InvalidBaseUrlError,
  InvalidContentError,
  InvalidLimitError,
  isUnanswered,
  NoGatewayError,
  NoLiveStreamError,
  RequestSchemaError,
  ResponseSchemaError,
  ResponseTooLargeError,
  StreamCallError,
} from './errors.js'
export {
  followLive,
  type LiveFailure,
  type LiveOptions,
  type SkippedEvent,
} from './followLive.js'
export { type LiveEventName, liveEventNames } from './liveEventNames.js'
export type { Cursor, Page } from './page.js'
export { mayRecover } from './retry.js'
export type { AddressInfo } from './schemas/addressInfo.js'
export type {
  DataDecoded,
  DecodedCall,
  DecodedParameter,
  DecodedValue,
  InnerTransaction,
} from './schemas/dataDecoded.js'
export { type GasPrice, gasPrice } from './schemas/gasPrice.js'
export type { MovementSum } from './schemas/movement.js'
export type { SafeReference } from './schemas/safeReference.js'
export type { SettingsInfo } from './schemas/settingsInfo.js'
export type { RegisteredToken, TokenInfo } from './schemas/tokenInfo.js'
export type {
  DetailedExecutionInfo,
  TransactionData,
  TransactionDetails,
} from './schemas/transactionDetails.js'
export type {
  TransactionInfo,
  TransferInfo,
} from './schemas/transactionInfo.js'
export type {
  ExecutionInfo,
  HistoryItem,
  QueueItem,
  TransactionListItem,
  TransactionSummary,
} from './schemas/transactionSummary.js'
export type { MessageContent, TypedData } from './schemas/typedData.js'
export { normalizeTransactionId } from './transactionId.js'
