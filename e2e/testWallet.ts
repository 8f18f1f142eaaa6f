import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import {
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  hexToBigInt,
  hexToNumber,
  http,
  numberToHex,
} from 'viem'
import type { HDAccount, LocalAccount } from 'viem/accounts'

type Request = { method: string; params: readonly unknown[] }
export type Answer = {
  result?: unknown
  error?: { code: number; message: string }
  events?: [string, unknown][]
}

export type TestWallet = {
  name: string
  rdns: string
  address: Address
  /** Every request the page made, in order. */
  requests: Request[]
  /** Methods that fail, with this code; 4001 is the user's refusal. */
  failing: Map<string, number>
  /** Methods answered otherwise, by a wallet that means no good. */
  lying: Map<string, (request: Request) => Promise<Answer>>
  /** As if the user switched inside the wallet. */
  setChain(page: Page, chainId: number): Promise<void>
  /** As if the user chose another account inside the wallet. */
  setAccount(page: Page, account: HDAccount): Promise<void>
  /** As if the user took the page's permission back inside the wallet. */
  leave(page: Page): Promise<void>
  /** Takes the wallet out of the browser again. */
  remove(): Promise<void>
}

/** What the page sees of the wallet while it is being announced. */
type Announcement = { uuid: string; name: string; rdns: string; icon: string }

/**
 * An EIP-6963 wallet backed by a demo key. The key stays in Node; the page
 * gets a provider that hands every request out.
 */
export async function installTestWallet(
  context: BrowserContext,
  parameters: {
    account: HDAccount
    chains: Record<number, string>
    chainId: number
    name?: string
    rdns?: string
  },
): Promise<TestWallet> {
  const { name = 'Test Wallet', rdns = 'test.wallet' } = parameters
  const chains = new Map(
    Object.entries(parameters.chains).map(([id, url]) => [Number(id), url]),
  )
  const { account, chainId } = parameters
  const state = { account, chainId, connected: false }
  const wallet: TestWallet = {
    name,
    rdns,
    address: account.address,
    requests: [],
    failing: new Map(),
    lying: new Map(),
    async setChain(page, chainId) {
      state.chainId = chainId
      await emit(page, 'chainChanged', numberToHex(chainId))
    },
    async setAccount(page, account) {
      state.account = account
      wallet.address = account.address
      await emit(page, 'accountsChanged', [account.address])
    },
    async leave(page) {
      state.connected = false
      await emit(page, 'accountsChanged', [])
    },
    async remove() {
      await binding.dispose()
      await script.dispose()
    },
  }
  const answer = createAnswers({ chains, state })
  const binding = await context.exposeFunction(
    '__testWallet',
    async (request: Request): Promise<Answer> => {
      wallet.requests.push(request)
      const code = wallet.failing.get(request.method)
      if (code) {
        // Nobody refuses before they have seen the question.
        await delay(250)
        return { error: { code, message: 'The wallet says no.' } }
      }
      const lie = wallet.lying.get(request.method)
      return (lie ?? answer)(request).catch((error) => ({
        error: {
          code: error.code ?? -32603,
          message: error.shortMessage ?? error.message,
        },
      }))
    },
  )
  const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0a7"/></svg>')}`
  const script = await context.addInitScript(announce, {
    uuid: crypto.randomUUID(),
    name,
    rdns,
    icon,
  })
  return wallet
}

/** A wallet that keeps silent; one may let it answer the first after all. */
export function holdAnswers(wallet: TestWallet, method: string) {
  const held: ((answer: Answer) => void)[] = []
  wallet.lying.set(method, () => new Promise((resolve) => held.push(resolve)))
  return {
    countAsked: () => held.length,
    answer: (result: unknown) => held[0]?.({ result }),
  }
}

function createAnswers(parameters: {
  chains: Map<number, string>
  state: { account: LocalAccount; chainId: number; connected: boolean }
}): (request: Request) => Promise<Answer> {
  const { chains, state } = parameters
  const accounts = () => (state.connected ? [state.account.address] : [])
  const switchTo = (chainId: number): Answer => {
    state.chainId = chainId
    return { result: null, events: [['chainChanged', numberToHex(chainId)]] }
  }
  const connect = (result: () => unknown): Answer => {
    state.connected = true
    return { result: result(), events: [['accountsChanged', accounts()]] }
  }
  const permissions = () => [{ parentCapability: 'eth_accounts', caveats: [] }]

  return async ({ method, params }) => {
    switch (method) {
      case 'eth_accounts':
        return { result: accounts() }
      case 'eth_requestAccounts':
        return connect(accounts)
      case 'wallet_requestPermissions':
        return connect(permissions)
      case 'wallet_getPermissions':
        return { result: state.connected ? permissions() : [] }
      case 'wallet_revokePermissions':
        state.connected = false
        return { result: null, events: [['accountsChanged', []]] }
      case 'eth_chainId':
        return { result: numberToHex(state.chainId) }
      case 'net_version':
        return { result: String(state.chainId) }
      case 'wallet_switchEthereumChain': {
        const { chainId } = params[0] as { chainId: Hex }
        if (chains.has(Number(chainId))) return switchTo(Number(chainId))
        return {
          error: {
            code: 4902,
            message: `Unrecognized chain ID "${chainId}".`,
          },
        }
      }
      case 'wallet_addEthereumChain': {
        const added = params[0] as { chainId: Hex; rpcUrls: string[] }
        chains.set(Number(added.chainId), added.rpcUrls[0] ?? '')
        return switchTo(Number(added.chainId))
      }
      case 'personal_sign': {
        const raw = params[0] as Hex
        return { result: await state.account.signMessage({ message: { raw } }) }
      }
      case 'eth_signTypedData_v4':
        return {
          result: await state.account.signTypedData(
            JSON.parse(String(params[1])),
          ),
        }
      case 'eth_sendTransaction':
        return { result: await send(params[0] as Record<string, Hex>) }
      default:
        if (/^(wallet_|eth_sign)/.test(method))
          return {
            error: { code: 4200, message: `Unsupported method ${method}` },
          }
        return { result: await forward({ method, params }) }
    }
  }

  function chain(): Chain {
    return defineChain({
      id: state.chainId,
      name: String(state.chainId),
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chains.get(state.chainId) ?? ''] } },
    })
  }

  function forward(request: Request): Promise<unknown> {
    const client = createPublicClient({ chain: chain(), transport: http() })
    return client.request(request as never)
  }

  function send(transaction: Record<string, Hex>): Promise<Hex> {
    const client = createWalletClient({
      account: state.account,
      chain: chain(),
      transport: http(),
    })
    const { to, data, value, gas, nonce } = transaction
    const { maxFeePerGas, maxPriorityFeePerGas } = transaction
    return client.sendTransaction({
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
      ...(value ? { value: hexToBigInt(value) } : {}),
      ...(gas ? { gas: hexToBigInt(gas) } : {}),
      ...(nonce ? { nonce: hexToNumber(nonce) } : {}),
      ...(maxFeePerGas && maxPriorityFeePerGas
        ? {
            maxFeePerGas: hexToBigInt(maxFeePerGas),
            maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas),
          }
        : {}),
    })
  }
}

async function emit(page: Page, event: string, data: unknown): Promise<void> {
  await page.evaluate(
    ([name, value]) =>
      window.dispatchEvent(
        new CustomEvent('test-wallet', { detail: [name, value] }),
      ),
    [event, data],
  )
}

/** Runs in the page before any script of the app. */
function announce(info: Announcement): void {
  type Listener = (data: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const emitHere = (event: string, data: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(data)
  }
  const provider = {
    on(event: string, listener: Listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return provider
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
    async request({ method, params = [] }: Partial<Request>) {
      const hand = Reflect.get(window, '__testWallet')
      const { result, error, events } = await hand({ method, params })
      for (const [event, data] of events ?? []) emitHere(event, data)
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
  }
  window.addEventListener('test-wallet', (event) => {
    const [name, data] = (event as CustomEvent<[string, unknown]>).detail
    emitHere(name, data)
  })
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const say = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail }),
    )
  window.addEventListener('eip6963:requestProvider', say)
  say()
}
