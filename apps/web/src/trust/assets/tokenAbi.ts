import { view } from '../abis.js'

export const tokenAbi = [
  view(
    'balanceOf',
    [{ name: '', type: 'address' }],
    [{ name: '', type: 'uint256' }],
  ),
  view('decimals', [], [{ name: '', type: 'uint8' }]),
  view('symbol', [], [{ name: '', type: 'string' }]),
] as const
