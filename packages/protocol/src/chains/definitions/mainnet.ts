import { defineSafeChain, etherscanLike } from '../defineSafeChain.js'

export const mainnet = /*#__PURE__*/ defineSafeChain({
  chainId: 1,
  shortName: 'eth',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  l2: false,
  rpcUrl: 'https://ethereum-rpc.publicnode.com',
  blockExplorer: /*#__PURE__*/ etherscanLike({
    name: 'Etherscan',
    url: 'https://etherscan.io',
  }),
  ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  theme: { textColor: '#ffffff', backgroundColor: '#627eea' },
})
