import type * as sdk from '@safe-global/safe-gateway-typescript-sdk'
import type { AuthNonce } from '@safe-global/safe-gateway-typescript-sdk/dist/types/auth'
import type { Contract } from '@safe-global/safe-gateway-typescript-sdk/dist/types/contracts'
import type { Delegate } from '@safe-global/safe-gateway-typescript-sdk/dist/types/delegates'
import { describe, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { EndpointWire } from './endpoint.js'
import type { getIndexingStatus } from './endpoints/about.js'
import type { getAuthNonce } from './endpoints/auth.js'
import type { getBalances, getFiatCodes } from './endpoints/balances.js'
import type { getChain, getChains } from './endpoints/chains.js'
import type {
  getAllCollectibles,
  getCollectibles,
} from './endpoints/collectibles.js'
import type { getContract } from './endpoints/contracts.js'
import type { decodeData } from './endpoints/dataDecoder.js'
import type { delegate } from './endpoints/delegates.js'
import type { getMasterCopies } from './endpoints/masterCopies.js'
import type {
  createMessage,
  getMessage,
  getMessages,
  signMessage,
} from './endpoints/messages.js'
import type { getOwnedSafes, getOwnedSafesByChain } from './endpoints/owners.js'
import type { getSafeApps } from './endpoints/safeApps.js'
import type { getNonces, getSafe, getSafeOverviews } from './endpoints/safes.js'
import type {
  estimateTransaction,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
  previewTransaction,
  proposeTransaction,
} from './endpoints/transactions.js'
import type { addressInfo } from './schemas/addressInfo.js'
import type { settingsInfo } from './schemas/settingsInfo.js'
import type { registeredToken, tokenInfo } from './schemas/tokenInfo.js'
import type {
  transactionInfo,
  transferInfo,
} from './schemas/transactionInfo.js'

/**
 * These are checked by the compiler: what a server writes with our types is
 * what a program written against version 3.23.1 of the former client expects,
 * except for the differences the description of the wire lists in section 7.
 * The numbers are its rows.
 */

/** An enum as the strings or numbers it means. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends number
    ? PlainNumber<T>
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : T

type PlainNumber<T extends number> = `${T}` extends `${infer N extends number}`
  ? N
  : never

/** Rows 8, 11, 13 and 29: null on our side where the former has no key. */
type NullAsAbsent<T> = T extends object
  ? T extends readonly unknown[]
    ? { [K in keyof T]: NullAsAbsent<T[K]> }
    : {
        [K in keyof T as null extends T[K] ? never : K]: NullAsAbsent<T[K]>
      } & {
        [K in keyof T as null extends T[K] ? K : never]?: NullAsAbsent<
          NonNullable<T[K]>
        >
      }
  : T

type Ours<T> = NullAsAbsent<T>
type Theirs<T> = NullAsAbsent<Plain<T>>

/** The variant of a union with this type. */
type Of<Union, Type extends string> = Extract<Union, { type: Type }>

type Details = EndpointWire<typeof getTransaction>
type TransactionData = NonNullable<Details['txData']>
type Execution = NonNullable<Details['detailedExecutionInfo']>
type HistoryItem = EndpointWire<typeof getTransactionHistory>['results'][number]
type QueueItem = EndpointWire<typeof getTransactionQueue>['results'][number]
type Summary = Of<HistoryItem, 'TRANSACTION'>['transaction']
type Decoded = EndpointWire<typeof decodeData>
type Parameter = NonNullable<Decoded['parameters']>[number]
type Chain = EndpointWire<typeof getChain>
type App = EndpointWire<typeof getSafeApps>[number]
type Message = EndpointWire<typeof getMessage>
type Info = z.input<typeof transactionInfo>
type Transfer = z.input<typeof transferInfo>
type Settings = z.input<typeof settingsInfo>

describe('what servers write fits the former types', () => {
  test('addresses, tokens and balances', () => {
    type AddressInfo = z.input<typeof addressInfo>
    expectTypeOf<Ours<AddressInfo>>().toExtend<Theirs<sdk.AddressEx>>()
    type TokenInfo = z.input<typeof tokenInfo>
    expectTypeOf<Ours<TokenInfo>>().toExtend<Theirs<sdk.TokenInfo>>()
    type Registered = z.input<typeof registeredToken>
    expectTypeOf<Ours<Registered>>().toExtend<Theirs<sdk.TokenInfo>>()
    type Balances = EndpointWire<typeof getBalances>
    expectTypeOf<Ours<Balances>>().toExtend<Theirs<sdk.SafeBalanceResponse>>()
    type FiatCodes = EndpointWire<typeof getFiatCodes>
    expectTypeOf<FiatCodes>().toExtend<sdk.FiatCurrencies>()
  })

  test('safes and owners', () => {
    type SafeInfo = EndpointWire<typeof getSafe>
    expectTypeOf<Ours<SafeInfo>>().toExtend<Theirs<sdk.SafeInfo>>()
    type Overview = EndpointWire<typeof getSafeOverviews>[number]
    expectTypeOf<Ours<Overview>>().toExtend<Theirs<sdk.SafeOverview>>()
    type Owned = EndpointWire<typeof getOwnedSafes>
    expectTypeOf<Owned>().toExtend<sdk.OwnedSafes>()
    type Nonces = EndpointWire<typeof getNonces>
    expectTypeOf<Nonces>().toExtend<sdk.NoncesResponse>()
  })

  test('transfers', () => {
    type TheirTransfer = Theirs<sdk.TransferInfo>
    expectTypeOf<Ours<Of<Transfer, 'ERC20'>>>().toExtend<TheirTransfer>()
    expectTypeOf<Ours<Of<Transfer, 'ERC721'>>>().toExtend<TheirTransfer>()
    type OurRest = Omit<Of<Info, 'Transfer'>, 'transferInfo'>
    type TheirRest = Omit<sdk.Transfer, 'transferInfo'>
    expectTypeOf<Ours<OurRest>>().toExtend<Theirs<TheirRest>>()
  })

  test('settings', () => {
    type Shared = Exclude<
      Settings,
      {
        type: 'CHANGE_MASTER_COPY' | 'SET_MODULE_GUARD' | 'DELETE_MODULE_GUARD'
      }
    >
    expectTypeOf<Ours<Shared>>().toExtend<Theirs<sdk.SettingsInfo>>()
    type OurRest = Omit<
      Of<Info, 'SettingsChange'>,
      'settingsInfo' | 'dataDecoded'
    >
    type TheirRest = Omit<sdk.SettingsChange, 'settingsInfo' | 'dataDecoded'>
    expectTypeOf<Ours<OurRest>>().toExtend<Theirs<TheirRest>>()
  })

  test('other transactions', () => {
    type OurCustom = Omit<Of<Info, 'Custom'>, 'value'>
    expectTypeOf<Ours<OurCustom>>().toExtend<
      Theirs<Omit<sdk.Custom, 'value'>>
    >()
    type OurCreation = Of<Info, 'Creation'>
    expectTypeOf<Ours<OurCreation>>().toExtend<Theirs<sdk.Creation>>()
  })

  test('decoded data', () => {
    type OurCall = Omit<Decoded, 'parameters'>
    expectTypeOf<Ours<OurCall>>().toExtend<
      Omit<sdk.DataDecoded, 'parameters'>
    >()
    type OurParameter = Omit<Parameter, 'valueDecoded'>
    expectTypeOf<OurParameter>().toExtend<Omit<sdk.Parameter, 'valueDecoded'>>()
    type Batch = Extract<Parameter['valueDecoded'], readonly unknown[]>
    expectTypeOf<Ours<Omit<Batch[number], 'dataDecoded'>>>().toExtend<
      Theirs<Omit<sdk.InternalTransaction, 'dataDecoded'>>
    >()
  })

  test('lists', () => {
    type OurSummary = Omit<Summary, 'txInfo' | 'safeAppInfo'>
    type TheirSummary = Omit<sdk.TransactionSummary, 'txInfo' | 'safeAppInfo'>
    expectTypeOf<Ours<OurSummary>>().toExtend<Theirs<TheirSummary>>()
    type OurItem = Omit<Of<HistoryItem, 'TRANSACTION'>, 'transaction'>
    type TheirItem = Omit<sdk.Transaction, 'transaction'>
    expectTypeOf<OurItem>().toExtend<Plain<TheirItem>>()
    expectTypeOf<Of<HistoryItem, 'DATE_LABEL'>>().toExtend<
      Plain<sdk.DateLabel>
    >()
    expectTypeOf<Of<QueueItem, 'LABEL'>>().toExtend<Plain<sdk.Label>>()
    expectTypeOf<Of<QueueItem, 'CONFLICT_HEADER'>>().toExtend<
      Plain<sdk.ConflictHeader>
    >()
    type Links = Omit<EndpointWire<typeof getChains>, 'results'>
    expectTypeOf<Ours<Links>>().toExtend<
      Omit<sdk.ChainListResponse, 'results'>
    >()
  })

  test('details', () => {
    type Apart = 'txInfo' | 'txData' | 'safeAppInfo'
    expectTypeOf<Ours<Omit<Details, Apart>>>().toExtend<
      Theirs<Omit<sdk.TransactionDetails, Apart>>
    >()
    expectTypeOf<Ours<Execution>>().toExtend<
      Theirs<sdk.DetailedExecutionInfo>
    >()
    type Changed = 'dataDecoded' | 'trustedDelegateCallTarget'
    expectTypeOf<Ours<Omit<TransactionData, Changed>>>().toExtend<
      Theirs<Omit<sdk.TransactionData, Changed>>
    >()
    type Estimation = EndpointWire<typeof estimateTransaction>
    expectTypeOf<Estimation>().toExtend<sdk.SafeTransactionEstimation>()
    type Preview = EndpointWire<typeof previewTransaction>
    expectTypeOf<Preview['txInfo']>().toEqualTypeOf<Info>()
    expectTypeOf<Preview['txData']>().toEqualTypeOf<TransactionData>()
  })

  test('chains', () => {
    type Changed = 'gasPrice' | 'features' | 'contractAddresses'
    expectTypeOf<Ours<Omit<Chain, Changed>>>().toExtend<
      Theirs<Omit<sdk.ChainInfo, Changed>>
    >()
    type OurAddresses = NonNullable<Chain['contractAddresses']>
    type TheirAddresses = sdk.ChainInfo['contractAddresses']
    expectTypeOf<OurAddresses>().toExtend<TheirAddresses>()
    type MasterCopies = EndpointWire<typeof getMasterCopies>
    expectTypeOf<MasterCopies>().toExtend<sdk.MasterCopyReponse>()
    type Status = EndpointWire<typeof getIndexingStatus>
    expectTypeOf<Status>().toExtend<sdk.ChainIndexingStatus>()
  })

  test('Safe Apps', () => {
    type Changed = 'accessControl' | 'features' | 'iconUrl' | 'socialProfiles'
    expectTypeOf<Ours<Omit<App, Changed>>>().toExtend<
      Theirs<Omit<sdk.SafeAppData, Changed>>
    >()
  })

  test('messages', () => {
    type Item = EndpointWire<typeof getMessages>['results'][number]
    expectTypeOf<Ours<Of<Item, 'MESSAGE'>>>().toExtend<
      Theirs<sdk.SafeMessage>
    >()
    expectTypeOf<Of<Item, 'DATE_LABEL'>>().toExtend<
      Plain<sdk.SafeMessageDateLabel>
    >()
    expectTypeOf<Ours<Message>>().toExtend<
      Theirs<Omit<sdk.SafeMessage, 'type'>>
    >()
  })

  test('delegates, contracts, collectibles and sign-in', () => {
    expectTypeOf<Ours<z.input<typeof delegate>>>().toExtend<Delegate>()
    type OurContract = EndpointWire<typeof getContract>
    expectTypeOf<Ours<Omit<OurContract, 'logoUri'>>>().toExtend<
      NullAsAbsent<Omit<Contract, 'logoUri'>>
    >()
    type Nullable = 'uri' | 'name' | 'description' | 'imageUri' | 'metadata'
    type Collectible = EndpointWire<typeof getAllCollectibles>[number]
    expectTypeOf<Omit<Collectible, Nullable>>().toExtend<
      Omit<sdk.SafeCollectibleResponse, Nullable>
    >()
    type Paged = EndpointWire<typeof getCollectibles>['results'][number]
    expectTypeOf<Paged>().toEqualTypeOf<Collectible>()
    expectTypeOf<EndpointWire<typeof getAuthNonce>>().toExtend<AuthNonce>()
  })
})

/** Our hex and address types as the plain text the former client has. */
type AsText<T> = T extends string
  ? string
  : T extends object
    ? { [K in keyof T]: AsText<T[K]> }
    : T

type Accepted<S> = S extends z.ZodMiniType ? AsText<Ours<z.input<S>>> : never

describe('what former clients send is accepted', () => {
  test('proposals, estimations, messages and signatures', () => {
    type Proposal = (typeof proposeTransaction)['body']
    expectTypeOf<Plain<sdk.MultisigTransactionRequest>>().toExtend<
      Accepted<Proposal>
    >()
    type Estimation = (typeof estimateTransaction)['body']
    expectTypeOf<Plain<sdk.SafeTransactionEstimationRequest>>().toExtend<
      Accepted<Estimation>
    >()
    type Signature = (typeof signMessage)['body']
    expectTypeOf<sdk.ConfirmSafeMessageRequest>().toExtend<
      Accepted<Signature>
    >()
    type Creation = (typeof createMessage)['body']
    expectTypeOf<Omit<sdk.ProposeSafeMessageRequest, 'message'>>().toExtend<
      Omit<Accepted<Creation>, 'message'>
    >()
    type Decoding = (typeof decodeData)['body']
    expectTypeOf<sdk.DecodedDataRequest>().toExtend<Accepted<Decoding>>()
  })
})

describe('the listed differences, and no others', () => {
  test('1: two words for the native asset, each in its own place', () => {
    expectTypeOf<Transfer['type']>().toEqualTypeOf<
      Plain<sdk.TransactionTokenType>
    >()
    type TokenType = z.input<typeof tokenInfo>['type']
    expectTypeOf<TokenType>().toEqualTypeOf<
      Exclude<Plain<sdk.TokenType>, 'UNKNOWN'>
    >()
  })

  test('2: decimals are never null when we write them', () => {
    type Decimals = z.input<typeof tokenInfo>['decimals']
    expectTypeOf<Decimals>().toEqualTypeOf<number>()
    expectTypeOf<sdk.TokenInfo['decimals']>().toExtend<
      number | null | undefined
    >()
    expectTypeOf<sdk.TokenInfo['decimals']>().not.toExtend<number>()
  })

  test('3, 4: names of settings', () => {
    type TheirNames = Plain<sdk.SettingsInfoType>
    expectTypeOf<Exclude<Settings['type'], TheirNames>>().toEqualTypeOf<
      'CHANGE_MASTER_COPY' | 'SET_MODULE_GUARD' | 'DELETE_MODULE_GUARD'
    >()
    expectTypeOf<
      Exclude<TheirNames, Settings['type']>
    >().toEqualTypeOf<'CHANGE_IMPLEMENTATION'>()
    type OurFields = Omit<Of<Settings, 'CHANGE_MASTER_COPY'>, 'type'>
    expectTypeOf<Ours<OurFields>>().toExtend<
      Omit<sdk.ChangeImplementation, 'type'>
    >()
  })

  test('5: collectibles may lack what their metadata does not say', () => {
    type Collectible = EndpointWire<typeof getAllCollectibles>[number]
    expectTypeOf<Collectible>().not.toExtend<sdk.SafeCollectibleResponse>()
    expectTypeOf<Collectible['name']>().toEqualTypeOf<string | null>()
  })

  test('8, 9: links are null, and there is a count', () => {
    type Page = EndpointWire<typeof getChains>
    expectTypeOf<Page['next']>().toEqualTypeOf<string | null>()
    expectTypeOf<Page['next']>().not.toExtend<sdk.ChainListResponse['next']>()
    expectTypeOf<Page>().toHaveProperty('count')
  })

  test('11: names and logos are null', () => {
    type AddressInfo = z.input<typeof addressInfo>
    expectTypeOf<AddressInfo>().not.toExtend<sdk.AddressEx>()
    // "etc." of that row: the logo of a Safe App a transaction came from.
    type AppInfo = NonNullable<Summary['safeAppInfo']>
    expectTypeOf<AppInfo>().not.toExtend<sdk.SafeAppInfo>()
    expectTypeOf<AppInfo & { logoUri: string }>().toExtend<sdk.SafeAppInfo>()
  })

  test('12: a plain call has no delegate call target to trust', () => {
    expectTypeOf<TransactionData['trustedDelegateCallTarget']>().toEqualTypeOf<
      boolean | null
    >()
  })

  test('15: lists of transfers may hold anything', () => {
    type Theirs15 = sdk.ModuleTransaction['transaction']['txInfo']
    expectTypeOf<Info>().not.toExtend<Plain<Theirs15>>()
  })

  test('16: fields the former client does not know', () => {
    expectTypeOf<Of<Info, 'Creation'>>().toHaveProperty('saltNonce')
    expectTypeOf<Of<Transfer, 'ERC721'>>().toHaveProperty('trusted')
    expectTypeOf<Summary>().toHaveProperty('note')
    expectTypeOf<Of<Execution, 'MULTISIG'>>().toHaveProperty('fee')
    expectTypeOf<TransactionData>().toHaveProperty('tokenInfoIndex')
    expectTypeOf<Message>().toHaveProperty('origin')
    expectTypeOf<Chain>().toHaveProperty('relayer')
    expectTypeOf<App>().toHaveProperty('featured')
  })

  test('17: values may be unknown', () => {
    expectTypeOf<Of<Transfer, 'NATIVE_COIN'>['value']>().toEqualTypeOf<
      string | null
    >()
    expectTypeOf<Of<Info, 'Custom'>['value']>().toEqualTypeOf<string | null>()
  })

  test('18: types of gas prices are written in lower case', () => {
    type OurGas = Chain['gasPrice'][number]
    type TheirGas = Plain<sdk.GasPrice>[number]
    expectTypeOf<OurGas>().not.toExtend<TheirGas>()
    type UpperCase<T extends { type: string }> = T extends unknown
      ? Omit<T, 'type'> & { type: Uppercase<T['type']> }
      : never
    expectTypeOf<UpperCase<OurGas>>().toExtend<TheirGas>()
  })

  test('19: contract addresses are optional', () => {
    expectTypeOf<undefined>().toExtend<Chain['contractAddresses']>()
  })

  test('22: access policies carry a null, and may be unknown', () => {
    type Policy = App['accessControl']
    expectTypeOf<Policy>().not.toExtend<
      Plain<sdk.SafeAppsAccessControlPolicies>
    >()
    expectTypeOf<Policy['type']>().toEqualTypeOf<
      Plain<sdk.SafeAppAccessPolicyTypes> | 'UNKNOWN'
    >()
  })

  test('24: decoded parameters', () => {
    expectTypeOf<Decoded>().toHaveProperty('accuracy')
    expectTypeOf<null>().toExtend<Parameter['valueDecoded']>()
    expectTypeOf<{ method: string; parameters: null }>().toExtend<
      Parameter['valueDecoded']
    >()
  })

  test('25: the safes of a chain may be unknown', () => {
    type Owned = EndpointWire<typeof getOwnedSafesByChain>
    expectTypeOf<Owned>().not.toExtend<sdk.AllOwnedSafes>()
    expectTypeOf<Owned[string]>().toEqualTypeOf<`0x${string}`[] | null>()
  })

  test('27: typed data carries its primary type', () => {
    type TypedData = Exclude<Message['message'], string>
    expectTypeOf<TypedData>().toHaveProperty('primaryType')
    expectTypeOf<TypedData>().toExtend<
      Exclude<sdk.SafeMessage['message'], string>
    >()
  })

  test('35, 36: indexing status and contracts', () => {
    type Status = EndpointWire<typeof getIndexingStatus>
    expectTypeOf<sdk.ChainIndexingStatus>().not.toExtend<Status>()
    type OurContract = EndpointWire<typeof getContract>
    expectTypeOf<OurContract['logoUri']>().toEqualTypeOf<string | null>()
    expectTypeOf<Contract['logoUri']>().toEqualTypeOf<string>()
  })

  test('open sets and nulls described with their calls (4.15, 4.16)', () => {
    expectTypeOf<Chain['features']>().toEqualTypeOf<string[]>()
    expectTypeOf<App['features']>().toEqualTypeOf<string[]>()
    expectTypeOf<App['iconUrl']>().toEqualTypeOf<string | null>()
    expectTypeOf<App['socialProfiles'][number]['platform']>().toEqualTypeOf<
      Plain<sdk.SafeAppSocialPlatforms> | 'UNKNOWN'
    >()
  })
})
