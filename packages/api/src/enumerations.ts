/**
 * The words of the wire. Where two vocabularies exist the list holds the words
 * the present servers write, and the former ones stand beside it: they are
 * read as the present ones.
 */

/** Balances, positions and gas tokens. Read also: `NATIVE_COIN`. */
export const tokenTypes = ['ERC20', 'ERC721', 'NATIVE_TOKEN'] as const
export type TokenType = (typeof tokenTypes)[number] | 'UNKNOWN'

/** Transfers inside transactions. Read also: `NATIVE_TOKEN`. */
export const transferTypes = ['ERC20', 'ERC721', 'NATIVE_COIN'] as const
export type TransferType = (typeof transferTypes)[number] | 'UNKNOWN'

export const rpcAuthentications = [
  'API_KEY_PATH',
  'NO_AUTHENTICATION',
  'UNKNOWN',
] as const
export type RpcAuthentication = (typeof rpcAuthentications)[number]

/** Read in any letter case: former servers wrote `ORACLE` and `FIXED`. */
export const gasPriceTypes = ['oracle', 'fixed', 'fixed1559'] as const
export type GasPriceType = (typeof gasPriceTypes)[number] | 'UNKNOWN'

/** The features this project knows; the wire's set is open. */
export const chainFeatures = [
  'ERC721',
  'SAFE_APPS',
  'CONTRACT_INTERACTION',
  'DOMAIN_LOOKUP',
  'SPENDING_LIMIT',
  'EIP1559',
  'SAFE_TX_GAS_OPTIONAL',
  'TX_SIMULATION',
  'EIP1271',
] as const
export type ChainFeature = (typeof chainFeatures)[number]

export const safeAppAccessPolicies = [
  'NO_RESTRICTIONS',
  'DOMAIN_ALLOWLIST',
  'UNKNOWN',
] as const
export type SafeAppAccessPolicy = (typeof safeAppAccessPolicies)[number]

/** The feature this project knows; the wire's set is open. */
export const safeAppFeatures = ['BATCHED_TRANSACTIONS'] as const
export type SafeAppFeature = (typeof safeAppFeatures)[number]

export const safeAppSocialPlatforms = [
  'TWITTER',
  'GITHUB',
  'DISCORD',
  'TELEGRAM',
  'UNKNOWN',
] as const
export type SafeAppSocialPlatform = (typeof safeAppSocialPlatforms)[number]

export const implementationVersionStates = [
  'UP_TO_DATE',
  'OUTDATED',
  'UNKNOWN',
] as const
export type ImplementationVersionState =
  (typeof implementationVersionStates)[number]

export const messageListItemTypes = ['DATE_LABEL', 'MESSAGE'] as const
export type MessageListItemType =
  | (typeof messageListItemTypes)[number]
  | 'UNKNOWN'

export const messageStatuses = ['NEEDS_CONFIRMATION', 'CONFIRMED'] as const
export type MessageStatus = (typeof messageStatuses)[number] | 'UNKNOWN'

export const operations = { CALL: 0, DELEGATE: 1 } as const
export type Operation = (typeof operations)[keyof typeof operations]

export const transferDirections = ['INCOMING', 'OUTGOING', 'UNKNOWN'] as const
export type TransferDirection = (typeof transferDirections)[number]

/** Read also: `CHANGE_IMPLEMENTATION` for `CHANGE_MASTER_COPY`. */
export const settingsChangeTypes = [
  'SET_FALLBACK_HANDLER',
  'ADD_OWNER',
  'REMOVE_OWNER',
  'SWAP_OWNER',
  'CHANGE_THRESHOLD',
  'CHANGE_MASTER_COPY',
  'ENABLE_MODULE',
  'DISABLE_MODULE',
  'SET_GUARD',
  'DELETE_GUARD',
  'SET_MODULE_GUARD',
  'DELETE_MODULE_GUARD',
] as const
export type SettingsChangeType =
  | (typeof settingsChangeTypes)[number]
  | 'UNKNOWN'

export const transactionInfoTypes = [
  'Transfer',
  'SettingsChange',
  'Custom',
  'Creation',
] as const
export type TransactionInfoType =
  | (typeof transactionInfoTypes)[number]
  | 'UNKNOWN'

export const conflictTypes = ['None', 'HasNext', 'End'] as const
export type ConflictType = (typeof conflictTypes)[number] | 'UNKNOWN'

export const transactionListItemTypes = [
  'TRANSACTION',
  'LABEL',
  'CONFLICT_HEADER',
  'DATE_LABEL',
] as const
export type TransactionListItemType =
  | (typeof transactionListItemTypes)[number]
  | 'UNKNOWN'

export const executionInfoTypes = ['MULTISIG', 'MODULE'] as const
export type ExecutionInfoType = (typeof executionInfoTypes)[number] | 'UNKNOWN'

export const queueLabels = ['Queued', 'Next'] as const
export type QueueLabel = (typeof queueLabels)[number] | 'UNKNOWN'

export const transactionStatuses = [
  'AWAITING_CONFIRMATIONS',
  'AWAITING_EXECUTION',
  'CANCELLED',
  'FAILED',
  'SUCCESS',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number] | 'UNKNOWN'

/** How sure the decoder is that it used the right ABI. */
export const decodingAccuracies = [
  'FULL_MATCH',
  'PARTIAL_MATCH',
  'ONLY_FUNCTION_MATCH',
  'NO_MATCH',
  'UNKNOWN',
] as const
export type DecodingAccuracy = (typeof decodingAccuracies)[number]

export const relayerTypes = [
  'GTF',
  'RELAY_FEE',
  'DAILY_LIMIT',
  'NO_FEE_CAMPAIGN',
] as const
export type RelayerType = (typeof relayerTypes)[number] | 'UNKNOWN'
