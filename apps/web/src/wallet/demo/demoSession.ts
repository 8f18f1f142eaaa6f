import type { Address } from 'viem'
import { numberToHex } from 'viem'
import * as z from 'zod/mini'
import { definePreference } from '../../preferences/preference.js'
import { storedAddress, storedChainId } from '../../preferences/schemas.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { PromptDesk } from '../promptDesk.js'
import { demoAccounts } from './demoAccounts.js'
import { looksLocal, proveLocalChain } from './localChain.js'
import { RpcFailure } from './rpcFailure.js'

/** Which account the page may see, and on which chain it is. */
const session = definePreference({
  name: 'demoWallet',
  schema: z.object({
    account: z.nullable(storedAddress),
    chainId: z.nullable(storedChainId),
  }),
  fallback: { account: null, chainId: null },
})

export type DemoSession = ReturnType<typeof createDemoSession>

/** The account that was chosen and the chain it is on, in every tab. */
export function createDemoSession(parameters: {
  chains: readonly ChainConfig[]
  desk: PromptDesk
  emit: (event: string, data: unknown) => void
}) {
  const { chains, desk, emit } = parameters
  const local = chains.filter(looksLocal)
  // Another tab may choose another account, or none.
  window.addEventListener('storage', ({ key }) => {
    if (!key?.endsWith(`.${session.name}`)) return
    emit('accountsChanged', listAccounts())
    emit('chainChanged', numberToHex(readChain().chainId))
  })
  return {
    readChain,
    listAccounts,
    listPermissions,
    chooseAccount,
    forgetAccount,
    switchChain,
  }

  function readChain(): ChainConfig {
    const { chainId } = session.read()
    const chain = local.find((each) => each.chainId === chainId) ?? local[0]
    if (!chain) throw new RpcFailure(4901, 'No local network is configured.')
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
      throw new RpcFailure(-32602, 'Demo accounts only work on local networks.')
    if (from.chainId === chainId) return null
    const to = await proveLocalChain(wanted)
    await desk.ask({ kind: 'switchChain', from, to })
    session.write({ ...session.read(), chainId })
    emit('chainChanged', numberToHex(chainId))
    return null
  }
}
