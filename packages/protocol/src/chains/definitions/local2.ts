import { defineSafeChain } from '../defineSafeChain.js'

export const local2 = /*#__PURE__*/ defineSafeChain({
  chainId: 31_338,
  shortName: 'local2',
  name: 'Local 2',
  description: 'A second chain on this machine',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
  rpcUrl: 'http://127.0.0.1:4402',
  ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  theme: { textColor: '#ffffff', backgroundColor: '#3b7a57' },
})
