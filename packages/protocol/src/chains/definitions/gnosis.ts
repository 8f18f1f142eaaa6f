import { defineSafeChain, etherscanLike } from '../defineSafeChain.js'

export const gnosis = /*#__PURE__*/ defineSafeChain({
  chainId: 100,
  shortName: 'gno',
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrl: 'https://rpc.gnosischain.com',
  blockExplorer: /*#__PURE__*/ etherscanLike({
    name: 'Gnosisscan',
    url: 'https://gnosisscan.io',
  }),
  theme: { textColor: '#ffffff', backgroundColor: '#3e6957' },
})
