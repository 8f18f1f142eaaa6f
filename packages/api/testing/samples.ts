import answers from '../vectors/answers.json' with { type: 'json' }

/**
 * Answers as servers write them, by the name of the call. Those of
 * `vectors/` come from the description of the wire.
 */

export const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
export const owner = '0xCdCe850397d7b2d84ECd5d027a27966d16278321'
export const otherOwner = '0xb33d6eE4CCDfE4982c047caA150fC13DA9062c69'
export const recipient = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
export const token = '0x24C23cDfe7FB5033AD299C2B7b431fB593346627'
export const module = '0x4aaBceD7F540daec2E17E712fEBDF8639f5A1A7C'
export const zero = '0x0000000000000000000000000000000000000000'
export const safeTxHash =
  '0x03cf27012d21a1d1e08c3d24c79b70bcae5ba10835c5012ef1343f84666bc82b'
export const messageHash =
  '0x6b04c5e4600089c8cc2631ff5e662ced661eb3ca92a25ac3affa596b801a4c6d'
export const signature = `0x${'5c'.repeat(64)}1b` as const

const info = (value: string) => ({ value, name: null, logoUri: null })

const nativeToken = {
  type: 'NATIVE_TOKEN',
  address: zero,
  decimals: 18,
  symbol: 'ETH',
  name: 'Ether',
  logoUri: 'https://example.org/eth.png',
}

const nativeTransfer = {
  type: 'Transfer',
  humanDescription: null,
  sender: info(recipient),
  recipient: info(safe),
  direction: 'INCOMING',
  transferInfo: { type: 'NATIVE_COIN', value: '1000000000000000' },
}

const custom = {
  type: 'Custom',
  humanDescription: null,
  to: info(recipient),
  dataSize: '68',
  value: '0',
  isCancellation: false,
  methodName: 'multiSend',
  actionCount: 2,
}

const summary = {
  id: `multisig_${safe}_${safeTxHash}`,
  txHash: null,
  timestamp: 1788000000000,
  txStatus: 'AWAITING_CONFIRMATIONS',
  txInfo: custom,
  executionInfo: {
    type: 'MULTISIG',
    nonce: 7,
    confirmationsRequired: 2,
    confirmationsSubmitted: 1,
    missingSigners: [info(otherOwner)],
  },
  safeAppInfo: { name: 'App', url: 'https://app.example', logoUri: null },
  note: 'rent',
}

const item = (transaction: object, conflictType = 'None') => ({
  type: 'TRANSACTION',
  transaction,
  conflictType,
})

const page = (results: object[], count?: number) => ({
  ...(count !== undefined && { count }),
  next: null,
  previous: null,
  results,
})

const collectible = {
  address: token,
  tokenName: 'Painting',
  tokenSymbol: 'PNT',
  logoUri: 'https://example.org/painting.png',
  id: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  uri: null,
  name: null,
  description: 'Oil on canvas',
  imageUri: null,
  metadata: { attributes: [{ trait: 'blue', value: 1 }] },
}

const rpcUri = {
  authentication: 'NO_AUTHENTICATION',
  value: 'https://rpc.example',
}

const chain = {
  chainId: '11155111',
  chainName: 'Sepolia',
  shortName: 'sep',
  description: 'A test network',
  chainLogoUri: null,
  l2: false,
  isTestnet: true,
  zk: false,
  nativeCurrency: {
    name: 'Sepolia Ether',
    symbol: 'ETH',
    decimals: 18,
    logoUri: 'https://example.org/eth.png',
  },
  transactionService: 'https://service.example',
  blockExplorerUriTemplate: {
    address: 'https://scan.example/address/{{address}}',
    txHash: 'https://scan.example/tx/{{txHash}}',
    api: 'https://scan.example/api?module={{module}}&action={{action}}',
  },
  beaconChainExplorerUriTemplate: { publicKey: null },
  disabledWallets: ['trezor'],
  ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  balancesProvider: { chainName: null, enabled: false },
  features: ['EIP1559', 'ERC721', 'A_FEATURE_OF_TOMORROW'],
  gasPrice: [
    {
      type: 'oracle',
      uri: 'https://gas.example',
      gasParameter: 'fast',
      gweiFactor: '1000000000.000000000',
    },
    { type: 'fixed', weiValue: '25000000000' },
    {
      type: 'fixed1559',
      maxFeePerGas: '25000000000',
      maxPriorityFeePerGas: '1000000000',
    },
  ],
  publicRpcUri: rpcUri,
  rpcUri: { authentication: 'API_KEY_PATH', value: 'https://rpc.example/v3/' },
  safeAppsRpcUri: rpcUri,
  theme: { textColor: '#ffffff', backgroundColor: '#b8aad5' },
  recommendedMasterCopyVersion: '1.4.1',
  relayer: {
    type: 'DAILY_LIMIT',
    safeCreationSponsored: true,
    safeTransactionSponsored: false,
    enableTenderlySimulationBeforeRelay: false,
  },
}

const message = {
  messageHash,
  status: 'NEEDS_CONFIRMATION',
  logoUri: null,
  name: null,
  message: 'Hello from the wire spec',
  creationTimestamp: 1788000000000,
  modifiedTimestamp: 1788000000000,
  confirmationsSubmitted: 1,
  confirmationsRequired: 2,
  proposedBy: info(owner),
  confirmations: [{ owner: info(owner), signature }],
  preparedSignature: null,
  origin: '{}',
}

export const typedMessage = {
  domain: { name: 'Wire Spec Demo', version: '1', chainId: 11155111 },
  types: {
    Mail: [
      { name: 'contents', type: 'string' },
      { name: 'to', type: 'address' },
    ],
  },
  primaryType: 'Mail',
  message: { contents: 'hi', to: recipient },
}

export const samples: Record<string, unknown> = {
  getAbout: { name: 'covault', version: '0.1.0', buildNumber: null },
  getChainAbout: {
    transactionServiceBaseUri: 'https://service.example',
    name: 'covault',
    version: '0.1.0',
    buildNumber: null,
  },
  getIndexingStatus: {
    currentBlockNumber: 120,
    currentBlockTimestamp: '2026-08-01T00:00:00Z',
    erc20BlockNumber: 118,
    erc20BlockTimestamp: '2026-08-01T00:00:00Z',
    erc20Synced: true,
    masterCopiesBlockNumber: 120,
    masterCopiesBlockTimestamp: '2026-08-01T00:00:00Z',
    masterCopiesSynced: true,
    synced: true,
    lastSync: 1788000000000,
  },
  getAppConfig: {
    version: '0.1.0',
    chains: [
      {
        chainId: 31337,
        shortName: 'local1',
        name: 'Local 1',
        rpcUrl: 'http://127.0.0.1:4401',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        testnet: true,
        local: true,
        l2: true,
        features: ['ERC721', 'EIP1559'],
        recommendedVersion: '1.4.1',
        blockExplorer: {
          name: 'Explorer',
          address: 'https://explorer.example/address/{{address}}',
          txHash: 'https://explorer.example/tx/{{txHash}}',
        },
        ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
        multicall3Address: '0xcA11bde05977b3631167028862bE2a173976CA11',
        gasPrice: [{ type: 'fixed', weiValue: '1000000000' }],
      },
    ],
    walletConnect: null,
    demo: { safes: [{ chainId: 31337, address: safe, name: 'Treasury' }] },
  },
  getAuthNonce: { nonce: 'a1b2c3d4e5f6a7b8c' },
  getSessionUser: { id: '7', authMethod: 'siwe', signerAddress: owner },
  getBalances: {
    fiatTotal: '3300.25',
    items: [
      {
        tokenInfo: nativeToken,
        balance: '1500000000000000000',
        fiatBalance: '3300.25',
        fiatConversion: '2200.166666',
        fiatBalance24hChange: '-6.75',
      },
    ],
  },
  getFiatCodes: ['USD', 'EUR', 'ETH'],
  getValueHistory: {
    step: 1,
    points: [
      { at: 1763164800000, value: '3000.5', incoming: '0', outgoing: '0' },
      {
        at: 1763251200000,
        value: '3300.25',
        incoming: '300',
        outgoing: '0.25',
      },
    ],
    largest: [
      {
        at: 1763200000000,
        direction: 'INCOMING',
        amount: '150000000000000000',
        tokenInfo: nativeToken,
        counterparty: owner,
        value: '300',
      },
    ],
  },
  getChain: chain,
  getChains: page([chain], 1),
  getAllCollectibles: [collectible],
  getCollectibles: page([collectible], 1),
  getContract: {
    address: token,
    name: 'Token',
    displayName: '',
    logoUri: null,
    contractAbi: { abi: [{ type: 'function', name: 'transfer' }] },
    trustedForDelegateCall: false,
  },
  decodeData: answers.dataDecoded,
  getDelegates: page(
    [{ safe: null, delegate: recipient, delegator: owner, label: 'Ann' }],
    1,
  ),
  getLiveness: { status: 'OK' },
  getReadiness: {
    status: 'OK',
    chains: [{ chainId: '31337', status: 'degraded', reason: 'No node.' }],
  },
  getMasterCopies: [{ address: module, version: '1.3.0+L2' }],
  getMessage: message,
  getMessages: page(
    [
      { type: 'DATE_LABEL', timestamp: 1787961600000 },
      { type: 'MESSAGE', ...message },
      {
        type: 'MESSAGE',
        ...message,
        status: 'CONFIRMED',
        message: typedMessage,
        preparedSignature: signature,
      },
    ],
    2,
  ),
  getOwnedSafes: { safes: [safe] },
  getOwnedSafesByChain: { '1': [safe], '10': [], '11155111': null },
  askRpc: { jsonrpc: '2.0', id: 1, result: '0x7' },
  getSafeApps: [
    {
      id: 1,
      url: 'https://app.example',
      name: 'App',
      iconUrl: null,
      description: 'An app',
      chainIds: ['1', '11155111'],
      provider: null,
      accessControl: { type: 'DOMAIN_ALLOWLIST', value: ['https://a.example'] },
      tags: ['defi'],
      features: ['BATCHED_TRANSACTIONS'],
      developerWebsite: null,
      socialProfiles: [{ platform: 'TELEGRAM', url: 'https://t.example' }],
      featured: false,
    },
  ],
  getNonces: { currentNonce: 7, recommendedNonce: 9 },
  getSafe: answers.safeInfo,
  getSafeCreation: {
    created: '2026-08-01T00:00:00Z',
    creator: owner,
    transactionHash: safeTxHash,
    factoryAddress: module,
    masterCopy: null,
    setupData: '0xb63e800d',
    saltNonce: '0',
    dataDecoded: answers.dataDecoded,
  },
  getSafeOverviews: [
    {
      address: info(safe),
      chainId: '1',
      threshold: 2,
      owners: [info(owner), info(otherOwner)],
      fiatTotal: '0',
      queued: 3,
      awaitingConfirmation: null,
    },
  ],
  watchSafe: { synced: false, percent: 40 },
  confirmTransaction: answers.transactionDetails,
  estimateTransaction: {
    currentNonce: 7,
    recommendedNonce: 9,
    safeTxGas: '0',
  },
  getIncomingTransfers: page([
    item({
      ...summary,
      id: `transfer_${safe}_e${safeTxHash.slice(2)}12`,
      txHash: safeTxHash,
      txStatus: 'SUCCESS',
      txInfo: nativeTransfer,
      executionInfo: null,
      safeAppInfo: null,
      note: null,
    }),
  ]),
  getModuleTransactions: page(
    [
      item({
        ...summary,
        id: `module_${safe}_i${safeTxHash.slice(2)}0,1`,
        executionInfo: { type: 'MODULE', address: info(module) },
      }),
    ],
    1,
  ),
  getMultisigTransactions: page([
    item(summary),
    item({
      ...summary,
      txInfo: {
        type: 'SettingsChange',
        humanDescription: null,
        dataDecoded: answers.dataDecoded,
        settingsInfo: {
          type: 'ADD_OWNER',
          owner: info(otherOwner),
          threshold: 2,
        },
      },
    }),
  ]),
  getTransaction: answers.transactionDetails,
  getTransactionHistory: answers.history,
  getTransactionQueue: page(
    [
      { type: 'LABEL', label: 'Next' },
      { type: 'CONFLICT_HEADER', nonce: 7 },
      item(summary, 'HasNext'),
      item(summary, 'End'),
      { type: 'LABEL', label: 'Queued' },
      item(summary),
    ],
    6,
  ),
  previewTransaction: {
    txInfo: custom,
    txData: {
      hexData: '0x8d80ff0a',
      dataDecoded: answers.dataDecoded,
      to: info(recipient),
      value: '0',
      operation: 1,
      trustedDelegateCallTarget: true,
      addressInfoIndex: { [token]: info(token) },
      tokenInfoIndex: { [zero]: { ...nativeToken, trusted: true } },
    },
  },
  proposeTransaction: answers.transactionDetails,
}
