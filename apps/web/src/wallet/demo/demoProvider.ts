import { nameChain } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { getAddress, hexToBigInt, isHex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { type ChainConfig, createNodeClient } from '../../trust/chainClient.js'
import type { PromptDesk } from '../promptDesk.js'
import type { DemoSigner } from './demoKeys.js'
import { createDemoSession, type DemoSession } from './demoSession.js'
import { describeCall } from './describeCall.js'
import { proveLocalChain } from './localChain.js'
import { readText, readTypedData } from './readRequest.js'
import { RpcFailure } from './rpcFailure.js'

type Request = { method: string; params?: unknown }
type Listener = (data: unknown) => void

/** An EIP-1193 provider whose keys everybody knows. */
export type DemoProvider = {
  request(request: Request): Promise<unknown>
  on(event: string, listener: Listener): DemoProvider
  removeListener(event: string, listener: Listener): DemoProvider
}

export function createDemoProvider(parameters: {
  chains: readonly ChainConfig[]
  desk: PromptDesk
}): DemoProvider {
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, data: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(data)
  }
  const session = createDemoSession({ ...parameters, emit })
  const methods: Methods = {
    ...listSessionMethods(session),
    ...listDeskMethods({ ...parameters, session }),
  }
  const provider: DemoProvider = {
    async request({ method, params }) {
      const list = toList(params)
      const known = Object.hasOwn(methods, method) ? methods[method] : undefined
      return known ? known(list) : forward(session, method, list)
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return provider
}

/** Some send the one parameter without a list around it. */
function toList(params: unknown): readonly unknown[] {
  if (Array.isArray(params)) return params
  return params === undefined ? [] : [params]
}

type Methods = Record<string, (params: readonly unknown[]) => unknown>

/** Who is there, and on which chain. */
function listSessionMethods(session: DemoSession): Methods {
  const choose = async () => {
    await session.chooseAccount()
    return listReady(session)
  }
  return {
    eth_chainId: () => numberToHex(session.readChain().chainId),
    net_version: () => String(session.readChain().chainId),
    eth_accounts: () => listReady(session),
    eth_requestAccounts: choose,
    wallet_requestPermissions: async () => {
      await choose()
      return session.listPermissions()
    },
    wallet_getPermissions: () => session.listPermissions(),
    wallet_revokePermissions: () => {
      session.forgetAccount()
      return null
    },
    wallet_switchEthereumChain: ([chain]) =>
      session.switchChain(readChainId(chain)),
  }
}

type Desk = { desk: PromptDesk; session: DemoSession }

/**
 * Whoever is connected signs sooner or later, and the server of this page may
 * be silent by then: the keys are loaded now.
 */
function listReady(session: DemoSession): readonly Address[] {
  const accounts = session.listAccounts()
  openKey(session, accounts[0]).catch(() => {})
  return accounts
}

/** What a person is asked before. */
function listDeskMethods(desk: Desk): Methods {
  return {
    wallet_watchAsset: ([asset]) => watchAsset(desk, asset),
    personal_sign: (params) => signMessage(desk, params),
    eth_signTypedData_v4: (params) => signTypedData(desk, params),
    eth_sendTransaction: ([transaction]) => sendTransaction(desk, transaction),
  }
}

async function watchAsset({ desk }: Desk, given: unknown): Promise<boolean> {
  const { options } = z.parse(
    z.object({
      options: z.object({ address: z.string(), symbol: z.string() }),
    }),
    given,
  )
  await desk.ask({ kind: 'watchAsset', ...options })
  return true
}

async function signMessage(
  { desk, session }: Desk,
  [data, account]: readonly unknown[],
) {
  if (!isHex(data))
    throw new RpcFailure(-32602, 'The message isn’t hexadecimal data.')
  const { chain, signer } = await openKey(session, account)
  const content = readText(data)
  await desk.ask({
    kind: 'signMessage',
    chain,
    account: signer.address,
    content: content === undefined ? { bytes: data } : { text: content },
  })
  return signer.signMessage(data)
}

async function signTypedData(
  { desk, session }: Desk,
  [account, json]: readonly unknown[],
) {
  const { chain, signer } = await openKey(session, account)
  const typedData = readTypedData(json)
  const { chainId } = typedData.domain
  if (chainId !== undefined && Number(chainId) !== chain.chainId)
    throw new RpcFailure(
      -32603,
      `The data is for ${nameChain(Number(chainId))}, but the wallet is on ${nameChain(chain.chainId)}.`,
    )
  const { primaryType, domain, message } = typedData
  await desk.ask({
    kind: 'signTypedData',
    chain,
    account: signer.address,
    primaryType,
    domain,
    message,
  })
  return signer.signTypedData(typedData)
}

async function sendTransaction({ desk, session }: Desk, given: unknown) {
  const wanted = z.parse(transactionSchema, given)
  const { chain, signer } = await openKey(session, wanted.from)
  if (wanted.chainId && Number(wanted.chainId) !== chain.chainId)
    throw new RpcFailure(
      4901,
      `The transaction is for ${nameChain(Number(wanted.chainId))}, but the wallet is on ${nameChain(chain.chainId)}.`,
    )
  const transaction = {
    to: wanted.to ? getAddress(wanted.to) : null,
    value: hexToBigInt(wanted.value ?? '0x0'),
    data: wanted.data ?? wanted.input ?? '0x',
  }
  await desk.ask({
    kind: 'sendTransaction',
    chain,
    account: signer.address,
    ...transaction,
    method: describeCall(transaction.data),
  })
  const gas = wanted.gas ? hexToBigInt(wanted.gas) : undefined
  return signer.sendTransaction({ ...transaction, gas })
}

/** The proof comes before the keys are even loaded, at every request. */
async function openKey(session: DemoSession, account: unknown) {
  const [own] = session.listAccounts()
  if (!own || String(account).toLowerCase() !== own.toLowerCase())
    throw new RpcFailure(4100, 'This account isn’t connected.')
  const chain = await proveLocalChain(session.readChain())
  const { openDemoKey } = await import('./demoKeys.js')
  const signer: DemoSigner | undefined = openDemoKey(chain, own)
  if (!signer)
    throw new RpcFailure(4100, 'The demo wallet has no key for this account.')
  return { chain, signer: { ...signer, address: own } }
}

async function forward(
  session: DemoSession,
  method: string,
  params: readonly unknown[],
) {
  if (!/^(eth|net|web3)_/.test(method) || /^eth_sign/.test(method))
    throw new RpcFailure(4200, `The demo wallet doesn’t support ${method}.`)
  const client = createNodeClient(session.readChain().rpcUrl)
  return client.request({ method, params } as never)
}

const hex = z.custom<Hex>((value) => isHex(value))

const transactionSchema = z.object({
  from: z.string(),
  to: z.optional(z.nullable(hex)),
  value: z.optional(hex),
  data: z.optional(hex),
  input: z.optional(hex),
  gas: z.optional(hex),
  chainId: z.optional(hex),
})

function readChainId(parameter: unknown): number {
  return Number(z.parse(z.object({ chainId: hex }), parameter).chainId)
}
