import { listStoredTokens, readStoredTokens } from '../store/tokens.js'
import { type Assets, getChain } from './assets.js'
import { describeToken, type Token } from './readTokens.js'

/** Beyond those on the lists, so many that safes had to do with. */
const mostSeen = 2_000

/** The tokens of a chain that are known, those on the lists among them. */
export async function listTokens(
  assets: Assets,
  chainId: number,
): Promise<Token[]> {
  const chain = getChain(assets, chainId)
  const { store } = assets
  const seen = await listStoredTokens(store, { chainId, limit: mostSeen })
  const listed = [...chain.listed.keys()]
  const stored = await readStoredTokens(store, { chainId, tokens: listed })
  const addresses = new Set([...listed, ...seen.keys()])
  return [...addresses].flatMap((address) => {
    const known = stored.get(address) ?? seen.get(address)
    return describeToken(chain, { address, stored: known }) ?? []
  })
}
