import { defineSafeChain } from '../defineSafeChain.js'

export const local1 = /*#__PURE__*/ defineSafeChain({
  chainId: 31_337,
  shortName: 'local1',
  name: 'Local 1',
  description: 'A chain on this machine',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
  rpcUrl: 'http://127.0.0.1:4401',
  ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  theme: { textColor: '#ffffff', backgroundColor: '#5b6472' },
})
