import type { Address } from 'viem'
import type { ConfiguredFeed } from '../assetsConfig.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const link = '0x514910771AF9Ca656af840dff83E8264EcF986CA'

/** Twice what each of these promises between two answers. */
const hourly = 2 * 3_600
const daily = 2 * 86_400

/**
 * Chainlink's feeds. Each is believed only while the contract itself gives the
 * description written here.
 */
export const knownFeeds: readonly ConfiguredFeed[] = [
  define(1, 'ETH', '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', hourly),
  define(1, 'BTC', '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c', hourly),
  define(1, usdc, '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6', daily, 'USDC'),
  define(1, usdt, '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D', daily, 'USDT'),
  define(1, dai, '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9', daily, 'DAI'),
  define(1, link, '0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c', hourly, 'LINK'),
  define(11155111, 'ETH', '0x694AA1769357215DE4FAC081bf1f309aDC325306', hourly),
  define(11155111, 'BTC', '0x1b44F3514812d835EB1BDB0acB33d3fA3351Ee43', hourly),
]

function define(
  chainId: number,
  asset: string,
  address: Address,
  maximumAgeSeconds: number,
  name = asset,
): ConfiguredFeed {
  const description = `${name} / USD`
  return { chainId, asset, address, description, maximumAgeSeconds }
}
