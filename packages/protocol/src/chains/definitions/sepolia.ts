import { defineSafeChain, etherscanLike } from '../defineSafeChain.js'

export const sepolia = /*#__PURE__*/ defineSafeChain({
  chainId: 11_155_111,
  shortName: 'sep',
  name: 'Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  rpcUrl: 'https://ethereum-sepolia-rpc.publicnode.com',
  blockExplorer: /*#__PURE__*/ etherscanLike({
    name: 'Etherscan',
    url: 'https://sepolia.etherscan.io',
  }),
  ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  theme: { textColor: '#ffffff', backgroundColor: '#b8a6e6' },
})
