import { defineSafeChain, etherscanLike } from '../defineSafeChain.js'

export const arbitrum = /*#__PURE__*/ defineSafeChain({
  chainId: 42_161,
  shortName: 'arb1',
  name: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://arb1.arbitrum.io/rpc',
  blockExplorer: /*#__PURE__*/ etherscanLike({
    name: 'Arbiscan',
    url: 'https://arbiscan.io',
  }),
  theme: { textColor: '#ffffff', backgroundColor: '#28a0f0' },
})
