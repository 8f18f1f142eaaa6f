import { allEndpoints } from '../src/allEndpoints.js'
import { call } from '../src/createClient.js'
import type { Endpoint } from '../src/endpoint.js'
import type { CallCase } from './callCase.js'
import { deriveCall } from './derivedCalls.js'
import {
  messageHash,
  module,
  owner,
  recipient,
  safe,
  safeTxHash,
  samples,
  signature,
  token,
  typedMessage,
  zero,
} from './samples.js'

const chain = { chainId: 11155111 }
const ofSafe = { ...chain, address: safe } as const
const ofSafeTransactions = { ...chain, safe_address: safe } as const
const root = '/v1/chains/11155111'

const {
  about,
  appConfig,
  auth,
  balances,
  chains,
  collectibles,
  contracts,
  dataDecoder,
  delegates,
  health,
  masterCopies,
  messages,
  owners,
  rpc,
  safeApps,
  safes,
  transactions,
} = allEndpoints

const proposal = {
  to: recipient,
  value: 1_000_000_000_000_000n,
  data: null,
  nonce: 7n,
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zero,
  refundReceiver: null,
  safeTxHash,
  sender: owner,
  signature,
  origin: null,
} as const

const unsent = { to: recipient, value: 1n, data: '0x', operation: 0 } as const

const written: CallCase[] = [
  {
    ...named({ getAbout: about.getAbout }),
    make: (client, limits = {}) => call(client, about.getAbout, limits),
    line: 'GET /about',
  },
  {
    ...named({ getChainAbout: about.getChainAbout }),
    make: (client, limits) =>
      call(client, about.getChainAbout, { params: chain, ...limits }),
    line: `GET ${root}/about`,
  },
  {
    ...named({ getIndexingStatus: about.getIndexingStatus }),
    make: (client, limits) =>
      call(client, about.getIndexingStatus, { params: chain, ...limits }),
    line: `GET ${root}/about/indexing`,
  },
  {
    ...named({ getAppConfig: appConfig.getAppConfig }),
    make: (client, limits = {}) => call(client, appConfig.getAppConfig, limits),
    line: 'GET /app-config',
  },
  {
    ...named({ getAuthNonce: auth.getAuthNonce }),
    make: (client, limits = {}) => call(client, auth.getAuthNonce, limits),
    line: 'GET /v1/auth/nonce',
  },
  {
    ...named({ verifyAuth: auth.verifyAuth }),
    make: (client, limits) =>
      call(client, auth.verifyAuth, {
        body: { message: 'example.org wants you to sign in', signature },
        ...limits,
      }),
    line: 'POST /v1/auth/verify',
    body: { message: 'example.org wants you to sign in', signature },
  },
  {
    ...named({ getSessionUser: auth.getSessionUser }),
    make: (client, limits = {}) => call(client, auth.getSessionUser, limits),
    line: 'GET /v1/auth/me',
  },
  {
    ...named({ logOut: auth.logOut }),
    make: (client, limits = {}) => call(client, auth.logOut, limits),
    line: 'POST /v1/auth/logout',
  },
  {
    ...named({ getBalances: balances.getBalances }),
    make: (client, limits) =>
      call(client, balances.getBalances, {
        params: ofSafe,
        query: { trusted: true, exclude_spam: null },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/balances/usd?trusted=true`,
  },
  {
    ...named({ getFiatCodes: balances.getFiatCodes }),
    make: (client, limits = {}) => call(client, balances.getFiatCodes, limits),
    line: 'GET /v1/balances/supported-fiat-codes',
  },
  {
    ...named({ getValueHistory: balances.getValueHistory }),
    make: (client, limits) =>
      call(client, balances.getValueHistory, {
        params: ofSafe,
        query: { period: 'month' },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/value-history/usd?period=month`,
  },
  {
    ...named({ getChain: chains.getChain }),
    make: (client, limits) =>
      call(client, chains.getChain, { params: chain, ...limits }),
    line: `GET ${root}`,
  },
  {
    ...named({ getChains: chains.getChains }),
    make: (client, limits) =>
      call(client, chains.getChains, {
        query: { cursor: { limit: 50, offset: 0, after: null } },
        ...limits,
      }),
    line: 'GET /v1/chains?cursor=limit%3D50%26offset%3D0',
  },
  {
    ...named({ getAllCollectibles: collectibles.getAllCollectibles }),
    make: (client, limits) =>
      call(client, collectibles.getAllCollectibles, {
        params: ofSafe,
        query: { exclude_spam: false },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/collectibles?exclude_spam=false`,
  },
  {
    ...named({ getCollectibles: collectibles.getCollectibles }),
    make: (client, limits) =>
      call(client, collectibles.getCollectibles, {
        params: ofSafe,
        ...limits,
      }),
    line: `GET /v2/chains/11155111/safes/${safe}/collectibles`,
  },
  {
    ...named({ getContract: contracts.getContract }),
    make: (client, limits) =>
      call(client, contracts.getContract, {
        params: { ...chain, address: token },
        ...limits,
      }),
    line: `GET ${root}/contracts/${token}`,
  },
  {
    ...named({ decodeData: dataDecoder.decodeData }),
    make: (client, limits) =>
      call(client, dataDecoder.decodeData, {
        params: chain,
        body: { data: '0xa9059cbb', to: token },
        ...limits,
      }),
    line: `POST ${root}/data-decoder`,
    body: { data: '0xa9059cbb', to: token },
  },
  {
    ...named({ addDelegate: delegates.addDelegate }),
    make: (client, limits) =>
      call(client, delegates.addDelegate, {
        params: chain,
        body: {
          safe,
          delegate: recipient,
          delegator: owner,
          label: 'Ann',
          signature,
        },
        ...limits,
      }),
    line: 'POST /v2/chains/11155111/delegates',
    body: {
      safe,
      delegate: recipient,
      delegator: owner,
      label: 'Ann',
      signature,
    },
  },
  {
    ...named({ getDelegates: delegates.getDelegates }),
    make: (client, limits) =>
      call(client, delegates.getDelegates, {
        params: chain,
        query: { safe, label: 'Ann & Bob' },
        ...limits,
      }),
    line: `GET /v2/chains/11155111/delegates?safe=${safe}&label=Ann+%26+Bob`,
  },
  {
    ...named({ removeDelegate: delegates.removeDelegate }),
    make: (client, limits) =>
      call(client, delegates.removeDelegate, {
        params: { ...chain, delegate: recipient },
        body: { delegator: owner, signature },
        ...limits,
      }),
    line: `DELETE /v2/chains/11155111/delegates/${recipient}`,
    body: { delegator: owner, signature },
  },
  {
    ...named({ getLiveness: health.getLiveness }),
    make: (client, limits = {}) => call(client, health.getLiveness, limits),
    line: 'GET /health/live',
  },
  {
    ...named({ getReadiness: health.getReadiness }),
    make: (client, limits = {}) => call(client, health.getReadiness, limits),
    line: 'GET /health/ready',
  },
  {
    ...named({ getMasterCopies: masterCopies.getMasterCopies }),
    make: (client, limits) =>
      call(client, masterCopies.getMasterCopies, { params: chain, ...limits }),
    line: `GET ${root}/about/master-copies`,
  },
  {
    ...named({ createMessage: messages.createMessage }),
    make: (client, limits) =>
      call(client, messages.createMessage, {
        params: ofSafeTransactions,
        body: { message: typedMessage, signature },
        ...limits,
      }),
    line: `POST ${root}/safes/${safe}/messages`,
    body: { message: typedMessage, signature },
  },
  {
    ...named({ getMessage: messages.getMessage }),
    make: (client, limits) =>
      call(client, messages.getMessage, {
        params: { ...chain, message_hash: messageHash },
        ...limits,
      }),
    line: `GET ${root}/messages/${messageHash}`,
  },
  {
    ...named({ getMessages: messages.getMessages }),
    make: (client, limits) =>
      call(client, messages.getMessages, {
        params: ofSafeTransactions,
        query: { cursor: { limit: 20, offset: 20, after: 'a&b' } },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/messages?cursor=limit%3D20%26offset%3D20%26after%3Da%2526b`,
  },
  {
    ...named({ signMessage: messages.signMessage }),
    make: (client, limits) =>
      call(client, messages.signMessage, {
        params: { ...chain, message_hash: messageHash },
        body: { signature },
        ...limits,
      }),
    line: `POST ${root}/messages/${messageHash}/signatures`,
    body: { signature },
  },
  {
    ...named({ getOwnedSafes: owners.getOwnedSafes }),
    make: (client, limits) =>
      call(client, owners.getOwnedSafes, {
        params: { ...chain, address: owner },
        ...limits,
      }),
    line: `GET ${root}/owners/${owner}/safes`,
  },
  {
    ...named({ getOwnedSafesByChain: owners.getOwnedSafesByChain }),
    make: (client, limits) =>
      call(client, owners.getOwnedSafesByChain, {
        params: { address: owner },
        ...limits,
      }),
    line: `GET /v2/owners/${owner}/safes`,
  },
  {
    ...named({ askRpc: rpc.askRpc }),
    make: (client, limits) =>
      call(client, rpc.askRpc, {
        params: chain,
        body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
        ...limits,
      }),
    line: 'POST /rpc/11155111',
    body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
  },
  {
    ...named({ getSafeApps: safeApps.getSafeApps }),
    make: (client, limits) =>
      call(client, safeApps.getSafeApps, {
        params: chain,
        query: { clientUrl: 'https://covault.example/?a=b' },
        ...limits,
      }),
    line: `GET ${root}/safe-apps?clientUrl=https%3A%2F%2Fcovault.example%2F%3Fa%3Db`,
  },
  {
    ...named({ getNonces: safes.getNonces }),
    make: (client, limits) =>
      call(client, safes.getNonces, { params: ofSafe, ...limits }),
    line: `GET ${root}/safes/${safe}/nonces`,
  },
  {
    ...named({ getSafe: safes.getSafe }),
    make: (client, limits) =>
      call(client, safes.getSafe, { params: ofSafe, ...limits }),
    line: `GET ${root}/safes/${safe}`,
  },
  {
    ...named({ getSafeCreation: safes.getSafeCreation }),
    make: (client, limits) =>
      call(client, safes.getSafeCreation, { params: ofSafe, ...limits }),
    line: `GET ${root}/safes/${safe}/transactions/creation`,
  },
  {
    ...named({ getSafeOverviews: safes.getSafeOverviews }),
    make: (client, limits) =>
      call(client, safes.getSafeOverviews, {
        query: {
          safes: [
            { chainId: 1, address: safe },
            { chainId: 10, address: module },
          ],
          currency: 'EUR',
          wallet_address: owner,
        },
        ...limits,
      }),
    line: `GET /v2/safes?safes=1%3A${safe}%2C10%3A${module}&currency=EUR&wallet_address=${owner}`,
  },
  {
    ...named({ watchSafe: safes.watchSafe }),
    make: (client, limits) =>
      call(client, safes.watchSafe, { params: ofSafe, ...limits }),
    line: `POST ${root}/safes/${safe}/watch`,
  },
  {
    ...named({ confirmTransaction: transactions.confirmTransaction }),
    make: (client, limits) =>
      call(client, transactions.confirmTransaction, {
        params: { ...chain, safeTxHash },
        body: { signature },
        ...limits,
      }),
    line: `POST ${root}/transactions/${safeTxHash}/confirmations`,
    body: { signature },
  },
  {
    ...named({ deleteTransaction: transactions.deleteTransaction }),
    make: (client, limits) =>
      call(client, transactions.deleteTransaction, {
        params: { ...chain, safeTxHash },
        body: { signature },
        ...limits,
      }),
    line: `DELETE ${root}/transactions/${safeTxHash}`,
    body: { signature },
  },
  {
    ...named({ estimateTransaction: transactions.estimateTransaction }),
    make: (client, limits) =>
      call(client, transactions.estimateTransaction, {
        params: ofSafeTransactions,
        body: unsent,
        ...limits,
      }),
    line: `POST /v2/chains/11155111/safes/${safe}/multisig-transactions/estimations`,
    body: { ...unsent, value: '1' },
  },
  {
    ...named({ getIncomingTransfers: transactions.getIncomingTransfers }),
    make: (client, limits) =>
      call(client, transactions.getIncomingTransfers, {
        params: ofSafe,
        query: {
          trusted: false,
          execution_date__gte: '2026-08-01T00:00:00.000Z',
          value: '0.5',
          token_address: token,
        },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/incoming-transfers/?trusted=false&execution_date__gte=2026-08-01T00%3A00%3A00.000Z&value=0.5&token_address=${token}`,
  },
  {
    ...named({ getModuleTransactions: transactions.getModuleTransactions }),
    make: (client, limits) =>
      call(client, transactions.getModuleTransactions, {
        params: ofSafe,
        query: { module, transaction_hash: safeTxHash },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/module-transactions/?module=${module}&transaction_hash=${safeTxHash}`,
  },
  {
    ...named({ getMultisigTransactions: transactions.getMultisigTransactions }),
    make: (client, limits) =>
      call(client, transactions.getMultisigTransactions, {
        params: ofSafe,
        query: { nonce: 7n, executed: false },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/multisig-transactions/?nonce=7&executed=false`,
  },
  {
    ...named({ getTransaction: transactions.getTransaction }),
    make: (client, limits) =>
      call(client, transactions.getTransaction, {
        params: { ...chain, transactionId: `module_${safe}_i00,1` },
        ...limits,
      }),
    line: `GET ${root}/transactions/module_${safe}_i00%2C1`,
  },
  {
    ...named({ getTransactionHistory: transactions.getTransactionHistory }),
    make: (client, limits) =>
      call(client, transactions.getTransactionHistory, {
        params: ofSafeTransactions,
        query: { timezone: 'Europe/Berlin', imitation: false },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/transactions/history?timezone=Europe%2FBerlin&imitation=false`,
  },
  {
    ...named({ getTransactionQueue: transactions.getTransactionQueue }),
    make: (client, limits) =>
      call(client, transactions.getTransactionQueue, {
        params: ofSafeTransactions,
        query: { trusted: true },
        ...limits,
      }),
    line: `GET ${root}/safes/${safe}/transactions/queued?trusted=true`,
  },
  {
    ...named({ previewTransaction: transactions.previewTransaction }),
    make: (client, limits) =>
      call(client, transactions.previewTransaction, {
        params: ofSafeTransactions,
        body: unsent,
        ...limits,
      }),
    line: `POST ${root}/transactions/${safe}/preview`,
    body: { ...unsent, value: '1' },
  },
  {
    ...named({ proposeTransaction: transactions.proposeTransaction }),
    make: (client, limits) =>
      call(client, transactions.proposeTransaction, {
        params: ofSafeTransactions,
        body: proposal,
        ...limits,
      }),
    line: `POST ${root}/transactions/${safe}/propose`,
    body: {
      ...proposal,
      value: '1000000000000000',
      nonce: '7',
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
    },
  },
]

const derived = Object.values(allEndpoints)
  .flatMap((group) => Object.entries<Endpoint>(group))
  .filter(([name, { stream }]) => !stream && !isWritten(name))
  .map(([name, endpoint]) => deriveCall(name, endpoint))

/** Every call but the stream's: as it was written here, or from its description. */
export const callCases: readonly CallCase[] = [...written, ...derived]

function isWritten(wanted: string): boolean {
  return written.some(({ name }) => name === wanted)
}

function named(entry: Record<string, Endpoint>) {
  const [[name, endpoint] = failWithoutEntry()] = Object.entries(entry)
  return { name, endpoint, answer: samples[name] }
}

function failWithoutEntry(): never {
  throw new Error('A call case needs the endpoint it makes.')
}
