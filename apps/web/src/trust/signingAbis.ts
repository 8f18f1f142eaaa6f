import { view } from './abis.js'

/** What owners sign, as the safe itself computes it, since 1.0.0. */
export const safeHashAbi = [
  view(
    'getTransactionHash',
    [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
      { name: 'safeTxGas', type: 'uint256' },
      { name: 'baseGas', type: 'uint256' },
      { name: 'gasPrice', type: 'uint256' },
      { name: 'gasToken', type: 'address' },
      { name: 'refundReceiver', type: 'address' },
      { name: '_nonce', type: 'uint256' },
    ],
    [{ name: '', type: 'bytes32' }],
  ),
] as const

const bytes = { name: '', type: 'bytes' } as const
const hash = { name: '', type: 'bytes32' } as const
const magicValue = { name: '', type: 'bytes4' } as const

/** Messages: EIP-1271 and its draft. The safe's own, or of its handler. */
export const safeMessageAbi = [
  view('getMessageHash', [bytes], [hash]),
  view('isValidSignature', [hash, bytes], [magicValue]),
  view('isValidSignature', [bytes, bytes], [magicValue]),
] as const

/** What an owner has said yes to on chain: not zero. */
export const approvalAbi = [
  view(
    'approvedHashes',
    [{ name: '', type: 'address' }, hash],
    [{ name: '', type: 'uint256' }],
  ),
] as const
