import { type Hex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { readCalls } from '../apps/readCalls.js'
import {
  type AskedMessage,
  readTextMessage,
  readTypedMessage,
} from '../apps/readMessage.js'
import type { PersonAnswer, PersonRequest } from '../apps/requestDesk.js'
import { parseJson } from '../lib/parseJson.js'
import { isAccount, readAccount } from './account.js'
import { type Bundle, type Fate, toCallsStatus } from './callsStatus.js'
import type { DappPlace } from './proposal.js'
import { RefusedError } from './rpcError.js'
import { readSendCalls } from './sendCalls.js'
import type { DappSession } from './session.js'

/** What the page knows and can do for a dapp. */
export type DappHost = {
  /** Empty until enough owners have signed. */
  readSignature: (place: DappPlace, messageHash: Hex) => Promise<string>
  readFate: (place: DappPlace, safeTxHash: Hex) => Promise<Fate>
  /** Of an execution that this browser has handed to the network. */
  findTransactionHash: (safeTxHash: Hex) => Promise<Hex | undefined>
  showTransaction: (place: DappPlace, safeTxHash: Hex) => void
}

type Wanted =
  | Pick<
      Extract<PersonRequest, { kind: 'calls' }>,
      'kind' | 'calls' | 'leftOut'
    >
  | Pick<
      Extract<PersonRequest, { kind: 'message' }>,
      'kind' | 'message' | 'way'
    >

export type DappContext = {
  session: DappSession
  host: DappHost
  askPerson: (wanted: Wanted) => Promise<PersonAnswer>
  /** Asks again and again, as long as the dapp waits. */
  until: <Value>(read: () => Promise<Value | undefined>) => Promise<Value>
  bundles: {
    find: (id: string) => Bundle | undefined
    /** False: the name is taken, by calls that were sent or are looked at. */
    reserve: (id: string) => boolean
    release: (id: string) => void
    add: (bundle: Bundle) => void
  }
  settings: { offChainSigning: boolean }
}

/** The methods of a wallet. Fails with what the dapp is told. */
const methods: Record<
  string,
  (context: DappContext, params: unknown) => unknown | Promise<unknown>
> = {
  eth_accounts: ({ session }) => [session.address],
  eth_requestAccounts: ({ session }) => [session.address],
  eth_chainId: ({ session }) => numberToHex(session.chainId),
  eth_sendTransaction: sendTransaction,
  personal_sign: (context, params) => {
    const [first, second] = readList(params)
    const { address } = context.session
    // The message comes first; some dapps have it the other way round.
    const isSwapped = isAccount(first, address) && !isAccount(second, address)
    readAccount(isSwapped ? first : second, address)
    const message = isSwapped ? second : first
    return sign(context, readTextMessage({ message }))
  },
  eth_signTypedData: signTypedData,
  eth_signTypedData_v4: signTypedData,
  eth_sign: () => {
    throw new RefusedError(
      'unsupportedMethod',
      'eth_sign is refused because it hides what is signed. Use personal_sign or eth_signTypedData_v4.',
    )
  },
  wallet_switchEthereumChain: ({ session: { chainId } }, params) => {
    const [asked] = readList(params)
    const chain = z.safeParse(z.object({ chainId: z.string() }), asked)
    if (!chain.success)
      throw new RefusedError('badParameters', 'The request names no chain.')
    if (chain.data.chainId.toLowerCase() === numberToHex(chainId)) return null
    throw new RefusedError(
      'wrongChain',
      `A safe exists on one network: this session is for chain ${chainId} and cannot change to ${chain.data.chainId.slice(0, 20)}.`,
    )
  },
  wallet_getCapabilities: ({ session: { address, chainId } }, params) => {
    const [account, chains] = readList(params)
    readAccount(account, address)
    const own = numberToHex(chainId)
    const isWanted =
      !Array.isArray(chains) ||
      chains.some((one) => String(one).toLowerCase() === own)
    return isWanted
      ? {
          [own]: {
            atomic: { status: 'supported' },
            // As the first version of EIP-5792 has it.
            atomicBatch: { supported: true },
          },
        }
      : {}
  },
  wallet_sendCalls: sendCalls,
  wallet_getCallsStatus: async ({ host, bundles }, params) => {
    const bundle = readBundle(bundles, params)
    return toCallsStatus(bundle, await host.readFate(bundle, bundle.safeTxHash))
  },
  wallet_showCallsStatus: ({ host, bundles }, params) => {
    const bundle = readBundle(bundles, params)
    host.showTransaction(bundle, bundle.safeTxHash)
    return null
  },
  safe_setSettings: ({ settings }, params) => {
    const [given] = readList(params)
    const parsed = z.safeParse(
      z.object({ offChainSigning: z.optional(z.boolean()) }),
      given,
    )
    if (!parsed.success)
      throw new RefusedError(
        'badParameters',
        'The wallet doesn’t support these settings.',
      )
    settings.offChainSigning =
      parsed.data.offChainSigning ?? settings.offChainSigning
    return { ...settings }
  },
}

export async function answerDapp(
  context: DappContext,
  { method, params }: { method: string; params: unknown },
): Promise<unknown> {
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!answer)
    throw new RefusedError(
      'unsupportedMethod',
      `A safe cannot answer ${JSON.stringify(method.slice(0, 60))}.`,
    )
  return answer(context, params)
}

const transaction = z.record(z.string(), z.unknown())

async function sendTransaction(
  { session: { address, chainId }, host, askPerson }: DappContext,
  params: unknown,
): Promise<Hex> {
  const [given] = readList(params)
  const parsed = z.safeParse(transaction, given)
  if (!parsed.success)
    throw new RefusedError('badParameters', 'The request has no transaction.')
  const { from, data, input, chainId: chain, authorizationList } = parsed.data
  readAccount(from, address)
  if (chain !== undefined && Number(chain) !== chainId)
    throw new RefusedError(
      'wrongChain',
      `The transaction is for chain ${String(chain).slice(0, 20)}, but the session is for chain ${chainId}.`,
    )
  if (data !== undefined && input !== undefined && data !== input)
    throw new RefusedError(
      'badParameters',
      'The transaction has two data fields that differ.',
    )
  if (authorizationList !== undefined)
    throw new RefusedError(
      'badParameters',
      'The transaction contains account authorizations, which a safe can’t give.',
    )
  const asked = readCalls({ txs: [{ ...parsed.data, data: data ?? input }] })
  const answer = await askPerson({ kind: 'calls', ...asked })
  const safeTxHash = readSafeTxHash(answer)
  return (await host.findTransactionHash(safeTxHash)) ?? safeTxHash
}

async function sendCalls(
  { session, askPerson, bundles }: DappContext,
  params: unknown,
): Promise<unknown> {
  const { topic, address, chainId } = session
  const { version, id, ...asked } = readSendCalls(params, session)
  if (id !== undefined && !bundles.reserve(id))
    throw new RefusedError(
      'duplicateId',
      `Calls with the ID ${id.slice(0, 66)} already exist.`,
    )
  try {
    const answer = await askPerson({ kind: 'calls', ...asked })
    const safeTxHash = readSafeTxHash(answer)
    const given = id ?? safeTxHash
    bundles.add({ topic, id: given, version, chainId, address, safeTxHash })
    return version === '1.0' ? given : { id: given }
  } finally {
    if (id !== undefined) bundles.release(id)
  }
}

/** Two owners may need a while: the dapp waits as long as it wanted to. */
async function sign(
  { session, host, settings, askPerson, until }: DappContext,
  message: AskedMessage,
): Promise<string> {
  const way = settings.offChainSigning ? 'offChain' : 'onChain'
  const answer = await askPerson({ kind: 'message', message, way })
  if ('messageHash' in answer)
    return until(
      async () =>
        (await host.readSignature(session, answer.messageHash)) || undefined,
    )
  return until(async () => {
    const fate = await host.readFate(session, answer.safeTxHash)
    if (fate.kind === 'pending') return undefined
    if (fate.kind === 'executed' && fate.isSuccess)
      // The contract has it; there is no other signature to show.
      return '0x'
    throw new RefusedError('failed', 'The message was not signed on chain.')
  })
}

function signTypedData(context: DappContext, params: unknown): Promise<string> {
  const [account, given] = readList(params)
  if (Array.isArray(account))
    throw new RefusedError(
      'badParameters',
      'Typed data of the first version can’t be shown safely. Use eth_signTypedData_v4.',
    )
  readAccount(account, context.session.address)
  const typedData = typeof given === 'string' ? parseJson(given) : given
  return sign(context, readTypedMessage({ typedData }))
}

function readBundle(bundles: DappContext['bundles'], params: unknown): Bundle {
  const [id] = readList(params)
  const bundle = typeof id === 'string' ? bundles.find(id) : undefined
  if (bundle) return bundle
  throw new RefusedError(
    'unknownBundle',
    'This dapp hasn’t sent calls with that ID.',
  )
}

function readSafeTxHash(answer: PersonAnswer): Hex {
  if ('safeTxHash' in answer) return answer.safeTxHash
  throw new RefusedError('failed', 'The transaction has no hash.')
}

function readList(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : []
}
