// The API of transaction services, which programs of this ecosystem speak. It
// is an entry of its own, so that no browser loads it.

export { backOff, readRetryAfter } from './retry.js'
export { messageContent } from './schemas/typedData.js'
export {
  getServiceAbout,
  getServiceDeployments,
  getServiceIndexing,
  getServiceNode,
  getServiceSingletons,
} from './transactionService/about.js'
export { allServiceEndpoints } from './transactionService/allServiceEndpoints.js'
export {
  getServiceBalances,
  getServiceToken,
  listServiceBalances,
  listServiceCollectibles,
  listServiceTokenLists,
  listServiceTokens,
} from './transactionService/assets.js'
export { checksumFault } from './transactionService/codecs.js'
export {
  decodeServiceData,
  getServiceContract,
  listServiceContracts,
} from './transactionService/contracts.js'
export { createServiceDocument } from './transactionService/createServiceDocument.js'
export type {
  ServiceDecoded,
  ServiceInnerCall,
  ServiceParameter,
} from './transactionService/decoded.js'
export {
  addServiceDelegate,
  addServiceDelegateV1,
  listServiceDelegates,
  removeServiceDelegate,
  removeServiceDelegateV1,
  removeServiceSafeDelegateV1,
} from './transactionService/delegates.js'
export {
  exportServiceTransfers,
  getServiceModuleTransaction,
  getServiceTransfer,
  listServiceHistory,
  listServiceHistoryV1,
  listServiceIncoming,
  listServiceModuleTransactions,
  listServiceTransfers,
} from './transactionService/history.js'
export {
  createServiceMessage,
  getServiceMessage,
  listServiceMessages,
  signServiceMessage,
} from './transactionService/messages.js'
export type { Paging } from './transactionService/page.js'
export {
  addServiceOperation,
  confirmServiceOperation,
  getServiceOperation,
  listServiceOperationConfirmations,
  listServiceOperations,
} from './transactionService/safeOperations.js'
export {
  getServiceCreation,
  getServiceModuleSafes,
  getServiceOwnedSafes,
  getServiceSafe,
  listServiceModuleSafes,
  listServiceOwnedSafes,
} from './transactionService/safes.js'
export type { ServiceEndpoint } from './transactionService/serviceEndpoint.js'
export {
  confirmServiceTransaction,
  deleteServiceTransaction,
  estimateServiceTransaction,
  getServiceTransaction,
  getServiceTransactionV1,
  listServiceConfirmations,
  listServiceTransactions,
  listServiceTransactionsV1,
  proposeServiceTransaction,
  type ServiceProposal,
} from './transactionService/transactions.js'
