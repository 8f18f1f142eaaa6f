import type { Address, Hex } from 'viem'
import { getAddress, hexToBigInt, isHex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { definePreference } from '../../preferences/preference.js'
import { storedAddress, storedChainId } from '../../preferences/schemas.js'
import { type ChainConfig, createNodeClient } from '../../trust/chainClient.js'
import type { PromptDesk } from '../promptDesk.js'
import { demoAccounts } from './demoAccounts.js'
import type { DemoSigner } from './demoKeys.js'
import { looksLocal, proveLocalChain } from './localChain.js'
import { readText, readTypedData } from './readRequest.js'

type Request = { method: string; params?: unknown }
type Listener = (data: unknown) => void

/** An EIP-1193 provider whose keys everybody knows. */
export type DemoProvider = {
  request(request: Request): Promise<unknown>
  on(event: string, listener: Listener): DemoProvider
  removeListener(event: string, listener: Listener): DemoProvider
}

/** Which account the page may see, and on which chain it is. */
const session = definePreference<{
  account: Address | null
  chainId: number | null
}>({
  name: 'demoWallet',
  schema: z.object({
    account: z.nullable(storedAddress),
    chainId: z.nullable(storedChainId),
  }),
  fallback: { account: null, chainId: null },
})

export function createDemoProvider({
  chains,
  desk,
}: {
  chains: readonly ChainConfig[]
  desk: PromptDesk
}): DemoProvider {
  const local = chains.filter(looksLocal)
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, data: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(data)
  }
  // Another tab may choose another account, or none.
  window.addEventListener('storage', ({ key }) => {
    if (!key?.endsWith(`.${session.name}`)) return
    emit('accountsChanged', listAccounts())
    emit('chainChanged', numberToHex(readChain().chainId))
  })
  const provider: DemoProvider = {
    async request({ method, params }) {
      const list: readonly unknown[] = Array.isArray(params) ? params : []
      switch (method) {
        case 'eth_chainId':
          return numberToHex(readChain().chainId)
        case 'net_version':
          return String(readChain().chainId)
        case 'eth_accounts':
          return listAccounts()
        case 'eth_requestAccounts':
          await chooseAccount()
          return listAccounts()
        case 'wallet_requestPermissions':
          await chooseAccount()
          return listPermissions()
        case 'wallet_getPermissions':
          return listPermissions()
        case 'wallet_revokePermissions':
          forgetAccount()
          return null
        case 'wallet_switchEthereumChain':
          return switchChain(readChainId(list[0]))
        case 'wallet_watchAsset':
          return watchAsset(params)
        case 'personal_sign':
          return signMessage(list)
        case 'eth_signTypedData_v4':
          return signTypedData(list)
        case 'eth_sendTransaction':
          return sendTransaction(list[0])
        default:
          return forward(method, list)
      }
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

  function readChain(): ChainConfig {
    const { chainId } = session.read()
    const chain = local.find((each) => each.chainId === chainId) ?? local[0]
    if (!chain) throw new RpcFailure(4901, 'No local chain is configured.')
    return chain
  }

  function listAccounts(): Address[] {
    const { account } = session.read()
    const isOurs = demoAccounts.some(({ address }) => address === account)
    return account && isOurs && local.length > 0 ? [account] : []
  }

  function listPermissions() {
    const value = listAccounts()
    return value.length === 0
      ? []
      : [
          {
            parentCapability: 'eth_accounts',
            caveats: [{ type: 'restrictReturnedAccounts', value }],
          },
        ]
  }

  async function chooseAccount(): Promise<void> {
    const chain = await proveLocalChain(readChain())
    const [current = null] = listAccounts()
    const answer = await desk.ask({ kind: 'chooseAccount', chain, current })
    const chosen = demoAccounts.find(({ address }) => address === answer)
    if (!chosen) throw new RpcFailure(4001, 'No account was chosen.')
    session.write({ account: chosen.address, chainId: chain.chainId })
    emit('accountsChanged', listAccounts())
  }

  function forgetAccount(): void {
    session.write({ ...session.read(), account: null })
    emit('accountsChanged', [])
  }

  async function switchChain(chainId: number): Promise<null> {
    const from = readChain()
    const wanted = local.find((each) => each.chainId === chainId)
    if (!wanted)
      throw new RpcFailure(
        -32602,
        'Demo accounts exist only on the chains of this machine.',
      )
    if (from.chainId === chainId) return null
    const to = await proveLocalChain(wanted)
    await desk.ask({ kind: 'switchChain', from, to })
    session.write({ ...session.read(), chainId })
    emit('chainChanged', numberToHex(chainId))
    return null
  }

  async function watchAsset(params: unknown): Promise<boolean> {
    const given = Array.isArray(params) ? params[0] : params
    const { options } = z.parse(
      z.object({
        options: z.object({ address: z.string(), symbol: z.string() }),
      }),
      given,
    )
    await desk.ask({ kind: 'watchAsset', ...options })
    return true
  }

  async function signMessage([data, account]: readonly unknown[]) {
    if (!isHex(data)) throw new RpcFailure(-32602, 'The message is no bytes.')
    const { chain, signer } = await openKey(account)
    const content = readText(data)
    await desk.ask({
      kind: 'signMessage',
      chain,
      account: signer.address,
      content: content === undefined ? { bytes: data } : { text: content },
    })
    return signer.signMessage(data)
  }

  async function signTypedData([account, json]: readonly unknown[]) {
    const { chain, signer } = await openKey(account)
    const typedData = readTypedData(json)
    const { chainId } = typedData.domain
    if (chainId !== undefined && Number(chainId) !== chain.chainId)
      throw new RpcFailure(
        -32603,
        `The data is for chain ${chainId}, but the wallet is on chain ${chain.chainId}.`,
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

  async function sendTransaction(given: unknown) {
    const wanted = z.parse(transactionSchema, given)
    const { chain, signer } = await openKey(wanted.from)
    if (wanted.chainId && Number(wanted.chainId) !== chain.chainId)
      throw new RpcFailure(
        4901,
        `The transaction is for chain ${Number(wanted.chainId)}, but the wallet is on chain ${chain.chainId}.`,
      )
    const transaction = {
      to: wanted.to ? getAddress(wanted.to) : null,
      value: hexToBigInt(wanted.value ?? '0x0'),
      data: wanted.data ?? wanted.input ?? '0x',
    }
    const { describeCall } = await import('./describeCall.js')
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
  async function openKey(account: unknown) {
    const [own] = listAccounts()
    if (!own || String(account).toLowerCase() !== own.toLowerCase())
      throw new RpcFailure(4100, 'This account was not chosen.')
    const chain = await proveLocalChain(readChain())
    const { openDemoKey } = await import('./demoKeys.js')
    const signer: DemoSigner | undefined = openDemoKey(chain, own)
    if (!signer) throw new RpcFailure(4100, 'There is no key for it.')
    return { chain, signer: { ...signer, address: own } }
  }

  async function forward(method: string, params: readonly unknown[]) {
    if (!/^(eth|net|web3)_/.test(method) || /^eth_sign/.test(method))
      throw new RpcFailure(4200, `The demo wallet does not know ${method}.`)
    const client = createNodeClient(readChain().rpcUrl)
    return client.request({ method, params } as never)
  }
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

/** An error as EIP-1193 has them. Its text never leaves the wallet layer. */
class RpcFailure extends Error {
  override name = 'RpcFailure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
