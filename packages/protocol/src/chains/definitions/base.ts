import { defineSafeChain, etherscanLike } from '../defineSafeChain.js'

export const base = /*#__PURE__*/ defineSafeChain({
  chainId: 8453,
  shortName: 'base',
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://mainnet.base.org',
  blockExplorer: /*#__PURE__*/ etherscanLike({
    name: 'Basescan',
    url: 'https://basescan.org',
  }),
  theme: { textColor: '#ffffff', backgroundColor: '#0052ff' },
})
