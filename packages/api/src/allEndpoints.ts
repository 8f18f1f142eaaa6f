import type { Endpoint } from './endpoint.js'
import {
  getAbout,
  getChainAbout,
  getIndexingStatus,
} from './endpoints/about.js'
import { getAppConfig } from './endpoints/appConfig.js'
import {
  getAuthNonce,
  getSessionUser,
  logOut,
  verifyAuth,
} from './endpoints/auth.js'
import { getBalances, getFiatCodes } from './endpoints/balances.js'
import { getChain, getChains } from './endpoints/chains.js'
import {
  getAllCollectibles,
  getCollectibles,
} from './endpoints/collectibles.js'
import { getContract } from './endpoints/contracts.js'
import { decodeData } from './endpoints/dataDecoder.js'
import {
  addDelegate,
  getDelegates,
  removeDelegate,
} from './endpoints/delegates.js'
import { getLiveness, getReadiness } from './endpoints/health.js'
import { getLive } from './endpoints/live.js'
import { getMasterCopies } from './endpoints/masterCopies.js'
import {
  createMessage,
  getMessage,
  getMessages,
  signMessage,
} from './endpoints/messages.js'
import { getOwnedSafes, getOwnedSafesByChain } from './endpoints/owners.js'
import { askRpc } from './endpoints/rpc.js'
import { getSafeApps } from './endpoints/safeApps.js'
import {
  getNonces,
  getSafe,
  getSafeCreation,
  getSafeOverviews,
  watchSafe,
} from './endpoints/safes.js'
import {
  confirmTransaction,
  deleteTransaction,
  estimateTransaction,
  getIncomingTransfers,
  getModuleTransactions,
  getMultisigTransactions,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
  previewTransaction,
  proposeTransaction,
} from './endpoints/transactions.js'
import { getValueHistory } from './endpoints/valueHistory.js'

/**
 * Every call by resource and name. Only servers, documentation and tests want
 * all of them: a client imports the ones it makes.
 */
export const allEndpoints = {
  about: { getAbout, getChainAbout, getIndexingStatus },
  appConfig: { getAppConfig },
  auth: { getAuthNonce, getSessionUser, logOut, verifyAuth },
  balances: { getBalances, getFiatCodes, getValueHistory },
  chains: { getChain, getChains },
  collectibles: { getAllCollectibles, getCollectibles },
  contracts: { getContract },
  dataDecoder: { decodeData },
  delegates: { addDelegate, getDelegates, removeDelegate },
  health: { getLiveness, getReadiness },
  live: { getLive },
  masterCopies: { getMasterCopies },
  messages: { createMessage, getMessage, getMessages, signMessage },
  owners: { getOwnedSafes, getOwnedSafesByChain },
  rpc: { askRpc },
  safeApps: { getSafeApps },
  safes: {
    getNonces,
    getSafe,
    getSafeCreation,
    getSafeOverviews,
    watchSafe,
  },
  transactions: {
    confirmTransaction,
    deleteTransaction,
    estimateTransaction,
    getIncomingTransfers,
    getModuleTransactions,
    getMultisigTransactions,
    getTransaction,
    getTransactionHistory,
    getTransactionQueue,
    previewTransaction,
    proposeTransaction,
  },
} satisfies Record<string, Record<string, Endpoint>>
