import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { samples } from '../testing/samples.js'
import type { Schema } from './endpoint.js'
import { chainInfo } from './endpoints/chains.js'
import { message, messageListItem } from './endpoints/messages.js'
import { safeApp } from './endpoints/safeApps.js'
import { safeInfo } from './endpoints/safes.js'
import {
  chainFeatures,
  conflictTypes,
  decodingAccuracies,
  executionInfoTypes,
  gasPriceTypes,
  implementationVersionStates,
  messageListItemTypes,
  messageStatuses,
  operations,
  queueLabels,
  relayerTypes,
  rpcAuthentications,
  safeAppAccessPolicies,
  safeAppFeatures,
  safeAppSocialPlatforms,
  settingsChangeTypes,
  tokenTypes,
  transactionInfoTypes,
  transactionListItemTypes,
  transactionStatuses,
  transferDirections,
  transferTypes,
} from './enumerations.js'
import { dataDecoded } from './schemas/dataDecoded.js'
import { settingsInfo } from './schemas/settingsInfo.js'
import { tokenInfo } from './schemas/tokenInfo.js'
import { detailedExecutionInfo } from './schemas/transactionDetails.js'
import { transactionInfo, transferInfo } from './schemas/transactionInfo.js'
import {
  executionInfo,
  historyItem,
  queueItem,
  transactionSummary,
} from './schemas/transactionSummary.js'

/** The words of the specification, sections 3 and 4; former ones left out. */
test.each([
  ['token types', tokenTypes, 'ERC20 ERC721 NATIVE_TOKEN'],
  ['transfer types', transferTypes, 'ERC20 ERC721 NATIVE_COIN'],
  [
    'RPC authentications',
    rpcAuthentications,
    'API_KEY_PATH NO_AUTHENTICATION UNKNOWN',
  ],
  ['gas prices', gasPriceTypes, 'oracle fixed'],
  [
    'chain features',
    chainFeatures,
    'ERC721 SAFE_APPS CONTRACT_INTERACTION DOMAIN_LOOKUP SPENDING_LIMIT EIP1559 SAFE_TX_GAS_OPTIONAL TX_SIMULATION EIP1271',
  ],
  [
    'access policies',
    safeAppAccessPolicies,
    'NO_RESTRICTIONS DOMAIN_ALLOWLIST',
  ],
  ['Safe App features', safeAppFeatures, 'BATCHED_TRANSACTIONS'],
  ['social platforms', safeAppSocialPlatforms, 'TWITTER GITHUB DISCORD'],
  [
    'version states',
    implementationVersionStates,
    'UP_TO_DATE OUTDATED UNKNOWN',
  ],
  ['message list items', messageListItemTypes, 'DATE_LABEL MESSAGE'],
  ['message statuses', messageStatuses, 'NEEDS_CONFIRMATION CONFIRMED'],
  ['transfer directions', transferDirections, 'INCOMING OUTGOING UNKNOWN'],
  [
    'settings changes',
    settingsChangeTypes,
    'SET_FALLBACK_HANDLER ADD_OWNER REMOVE_OWNER SWAP_OWNER CHANGE_THRESHOLD CHANGE_MASTER_COPY ENABLE_MODULE DISABLE_MODULE SET_GUARD DELETE_GUARD',
  ],
  [
    'transaction infos',
    transactionInfoTypes,
    'Transfer SettingsChange Custom Creation',
  ],
  ['conflicts', conflictTypes, 'None HasNext End'],
  [
    'list items',
    transactionListItemTypes,
    'TRANSACTION LABEL CONFLICT_HEADER DATE_LABEL',
  ],
  ['execution infos', executionInfoTypes, 'MULTISIG MODULE'],
  ['labels', queueLabels, 'Queued Next'],
  [
    'transaction statuses',
    transactionStatuses,
    'AWAITING_CONFIRMATIONS AWAITING_EXECUTION CANCELLED FAILED SUCCESS',
  ],
] as const)('holds all %s', (_, words, specified) => {
  expect(words).toEqual(expect.arrayContaining(specified.split(' ')))
})

test('calls and delegate calls have their numbers', () => {
  expect(operations).toEqual({ CALL: 0, DELEGATE: 1 })
})

const [app] = samples.getSafeApps as object[]
const summary = Object(samples.getTransactionQueue).results.find(
  (item: { type: string }) => item.type === 'TRANSACTION',
)

const readers: [string, readonly string[], (word: string) => unknown][] = [
  ['token type', tokenTypes, (type) => field(tokenInfo, 'type', type)],
  ['message status', messageStatuses, (s) => field(message, 'status', s)],
  [
    'version state',
    implementationVersionStates,
    (state) => field(safeInfo, 'implementationVersionState', state),
  ],
  [
    'status',
    transactionStatuses,
    (status) => field(transactionSummary, 'txStatus', status),
  ],
  ['accuracy', decodingAccuracies, (a) => field(dataDecoded, 'accuracy', a)],
  [
    'RPC authentication',
    rpcAuthentications,
    (authentication) =>
      z.parse(chainInfo, {
        ...Object(samples.getChain),
        rpcUri: { authentication, value: '' },
      }).rpcUri.authentication,
  ],
  [
    'relayer',
    relayerTypes,
    (type) =>
      z.parse(chainInfo, {
        ...Object(samples.getChain),
        relayer: {
          type,
          safeCreationSponsored: true,
          safeTransactionSponsored: true,
          enableTenderlySimulationBeforeRelay: true,
        },
      }).relayer?.type,
  ],
  [
    'access policy',
    safeAppAccessPolicies,
    (type) =>
      z.parse(safeApp, { ...app, accessControl: { type } }).accessControl.type,
  ],
  [
    'social platform',
    safeAppSocialPlatforms,
    (platform) =>
      z.parse(safeApp, { ...app, socialProfiles: [{ platform, url: '' }] })
        .socialProfiles[0]?.platform,
  ],
  [
    'conflict',
    conflictTypes,
    (conflictType) =>
      Object(z.parse(queueItem, { ...summary, conflictType })).conflictType,
  ],
  [
    'label',
    queueLabels,
    (label) => Object(z.parse(queueItem, { type: 'LABEL', label })).label,
  ],
]

test.each(readers)('reads every %s as itself', (_, words, read) => {
  for (const word of words) expect(read(word)).toBe(word)
  expect(read('OF_TOMORROW')).toBe('UNKNOWN')
})

/** Reads only this field of an object. */
function field(schema: Schema, name: string, value: unknown): unknown {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('Not an object.')
  return z.parse(schema.shape[name] as Schema, value)
}

/** Where words tell the variants of a union apart, each word has a variant. */
test.each([
  ['transfer', transferTypes, [transferInfo]],
  ['settings change', settingsChangeTypes, [settingsInfo]],
  ['transaction info', transactionInfoTypes, [transactionInfo]],
  ['execution info', executionInfoTypes, [executionInfo]],
  ['detailed execution', executionInfoTypes, [detailedExecutionInfo]],
  ['message list item', messageListItemTypes, [messageListItem]],
  ['list item', transactionListItemTypes, [queueItem, historyItem]],
  ['gas price', gasPriceTypes, [elementOf(chainInfo, 'gasPrice')]],
] as const)('knows every %s', (_, words, unions) => {
  for (const type of words)
    expect(unions.some((union: Schema) => knows(union, type))).toBe(true)
  expect(unions.some((union: Schema) => knows(union, 'OF_TOMORROW'))).toBe(
    false,
  )
})

/** A known variant misses its fields; an unknown one is taken as it is. */
function knows(union: Schema, type: string): boolean {
  const { success, data } = z.safeParse(union, { type })
  return !success || Object(data).type !== 'UNKNOWN'
}

/** The schema of the elements of a list. */
function elementOf(schema: Schema, name: string): Schema {
  const list =
    schema instanceof z.ZodMiniObject ? schema.shape[name] : undefined
  if (!(list instanceof z.ZodMiniArray)) throw new Error('Not a list.')
  return list._zod.def.element as Schema
}
