import { defineSafeChain, etherscanLike } from '../defineSafeChain.js'

export const optimism = /*#__PURE__*/ defineSafeChain({
  chainId: 10,
  shortName: 'oeth',
  name: 'OP Mainnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://mainnet.optimism.io',
  blockExplorer: /*#__PURE__*/ etherscanLike({
    name: 'Optimism Explorer',
    url: 'https://optimistic.etherscan.io',
  }),
  theme: { textColor: '#ffffff', backgroundColor: '#f01a37' },
})
