import { defineSafeChain, etherscanLike } from '../defineSafeChain.js'

export const polygon = /*#__PURE__*/ defineSafeChain({
  chainId: 137,
  shortName: 'matic',
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrl: 'https://polygon-bor-rpc.publicnode.com',
  blockExplorer: /*#__PURE__*/ etherscanLike({
    name: 'PolygonScan',
    url: 'https://polygonscan.com',
  }),
  theme: { textColor: '#ffffff', backgroundColor: '#8247e5' },
})
