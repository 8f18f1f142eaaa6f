import { BaseError } from '@covault/protocol'
import { type Hex, isHash } from 'viem'
import * as z from 'zod/mini'
import type { AppRequest } from './appMessage.js'
import {
  type Capability,
  type Permission,
  PermissionDeniedError,
  readAskedCapabilities,
} from './permissions.js'
import { type AskedCalls, readCalls } from './readCalls.js'
import {
  type AskedMessage,
  readTextMessage,
  readTypedMessage,
} from './readMessage.js'
import type { PersonAnswer } from './requestDesk.js'
import { type RpcRequest, readRpc, type Settings } from './rpc.js'

/** What the host knows and can do. All of it is about one safe. */
export type Host = {
  /** From memory: an app waits for the first one only briefly. */
  getSafeInfo: () => unknown
  getEnvironmentInfo: () => unknown
  getChainInfo: () => unknown
  readBalances: (currency: string) => Promise<unknown>
  readTransaction: (safeTxHash: Hex) => Promise<unknown>
  /** Empty until enough owners have signed. */
  readSignature: (messageHash: Hex) => Promise<string>
  callNode: (request: RpcRequest) => Promise<unknown>
  setSettings: (settings: Settings) => void
  askForCalls: (asked: AskedCalls) => Promise<PersonAnswer>
  askForSignature: (asked: AskedMessage) => Promise<PersonAnswer>
  listPermissions: () => readonly Permission[]
  /** Resolves when the person has said yes. */
  askForPermissions: (asked: readonly Capability[]) => Promise<void>
  listContacts: () => unknown
}

/** The methods of the Safe Apps SDK. Fails with a sentence for the app. */
const methods: Record<
  string,
  (host: Host, params: unknown) => unknown | Promise<unknown>
> = {
  getSafeInfo: (host) => host.getSafeInfo(),
  getEnvironmentInfo: (host) => host.getEnvironmentInfo(),
  getChainInfo: (host) => host.getChainInfo(),
  getSafeBalances: (host, params) => host.readBalances(readCurrency(params)),
  getTxBySafeTxHash: (host, params) =>
    host.readTransaction(readHash(readField(params, 'safeTxHash'))),
  // Here the parameters are the hash itself.
  getOffChainSignature: (host, params) => host.readSignature(readHash(params)),
  rpcCall: (host, params) => {
    const asked = readRpc(params)
    if (asked.kind === 'read') return host.callNode(asked.request)
    host.setSettings(asked.of)
    return asked.of
  },
  sendTransactions: (host, params) => host.askForCalls(readCalls(params)),
  signMessage: (host, params) => host.askForSignature(readTextMessage(params)),
  signTypedMessage: (host, params) =>
    host.askForSignature(readTypedMessage(params)),
  wallet_getPermissions: (host) => host.listPermissions(),
  wallet_requestPermissions: async (host, params) => {
    await host.askForPermissions(readAskedCapabilities(params))
    return host.listPermissions()
  },
  requestAddressBook: (host) => {
    const isAllowed = host
      .listPermissions()
      .some(({ parentCapability }) => parentCapability === 'requestAddressBook')
    if (!isAllowed) throw new PermissionDeniedError()
    return host.listContacts()
  },
}

export async function answerRequest(
  host: Host,
  { method, params }: Pick<AppRequest, 'method' | 'params'>,
): Promise<unknown> {
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!answer) throw new UnknownMethodError(method)
  return answer(host, params)
}

const currency = z.object({
  currency: z.optional(z.string().check(z.regex(/^[a-z]{2,8}$/i))),
})

function readCurrency(params: unknown): string {
  const parsed = z.safeParse(currency, params ?? {})
  if (!parsed.success)
    throw new BadRequestError('The request doesn’t name a currency.')
  return (parsed.data.currency ?? 'usd').toLowerCase()
}

function readHash(value: unknown): Hex {
  if (typeof value !== 'string' || !isHash(value))
    throw new BadRequestError('The request doesn’t contain a hash.')
  return value.toLowerCase() as Hex
}

function readField(params: unknown, name: string): unknown {
  return typeof params === 'object' && params !== null
    ? Reflect.get(params, name)
    : undefined
}

export class BadRequestError extends BaseError {}

export class UnknownMethodError extends BaseError {
  constructor(method: string) {
    super(`The host doesn’t support ${JSON.stringify(method.slice(0, 60))}.`)
  }
}
