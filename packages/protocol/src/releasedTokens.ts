import type { Address } from 'viem'

/** A token that the release knows: what its contract says of itself has to agree. */
type ReleasedToken = {
  chainId: number
  address: Address
  name: string
  symbol: string
  decimals: number
}

type Facts = Pick<ReleasedToken, 'name' | 'symbol' | 'decimals'>

const weth: Facts = { name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }
const usdc: Facts = { name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const usdt: Facts = { name: 'Tether USD', symbol: 'USDT', decimals: 6 }
const dai: Facts = { name: 'Dai Stablecoin', symbol: 'DAI', decimals: 18 }

/**
 * The best-known tokens of each network, so that their balances are found where
 * no gateway lists any. An address is here if two sources that do not copy each
 * other have it with these facts: its issuer's or bridge's own list, and that of
 * a protocol or wallet that uses it. Where they name several, none is here.
 */
const byChain: Readonly<
  Record<number, readonly (Facts & { address: Address })[]>
> = {
  1: [
    { ...weth, address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
    { ...usdc, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
    { ...usdt, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    { ...dai, address: '0x6B175474E89094C44Da98b954EedeAC495271d0F' },
  ],
  10: [
    { ...weth, address: '0x4200000000000000000000000000000000000006' },
    { ...usdc, address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85' },
    { ...usdt, address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58' },
    { ...dai, address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1' },
  ],
  100: [
    {
      name: 'Wrapped xDAI',
      symbol: 'WXDAI',
      decimals: 18,
      address: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
    },
    {
      name: 'Bridged USDC',
      symbol: 'USDC.e',
      decimals: 6,
      address: '0x2a22f9c3b484c3629090FeED35F17Ff8F88f76F0',
    },
    { ...usdt, address: '0x4ECaBa5870353805a9F068101A40E0f32ed605C6' },
    { ...weth, address: '0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1' },
  ],
  137: [
    {
      name: 'Wrapped POL',
      symbol: 'WPOL',
      decimals: 18,
      address: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    },
    { ...usdc, address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
    { ...usdt, address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' },
    { ...dai, address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063' },
    { ...weth, address: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619' },
  ],
  8453: [
    { ...weth, address: '0x4200000000000000000000000000000000000006' },
    { ...usdc, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    { ...dai, address: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb' },
  ],
  42161: [
    { ...weth, address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1' },
    { ...usdc, address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
    { ...usdt, address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9' },
    { ...dai, address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1' },
  ],
  11155111: [
    { ...usdc, address: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238' },
  ],
}

export function listReleasedTokens(chainId: number): ReleasedToken[] {
  return (byChain[chainId] ?? []).map((token) => ({ chainId, ...token }))
}
