/*
 * Written out: parsing signatures in the browser costs more bytes than the
 * few functions that the first page needs.
 */

const address = { name: '', type: 'address' } as const
const addresses = { name: '', type: 'address[]' } as const
const number = { name: '', type: 'uint256' } as const

/** Of every Safe version. */
export const safeAbi = [
  view('getOwners', [], [addresses]),
  view('getThreshold', [], [number]),
  view('nonce', [], [number]),
  view('VERSION', [], [{ name: '', type: 'string' }]),
  view('getModulesPaginated', [address, number], [addresses, address]),
] as const

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
  view('approvedHashes', [address, hash], [number]),
] as const

export const tokenAbi = [
  view('balanceOf', [address], [number]),
  view('decimals', [], [{ name: '', type: 'uint8' }]),
  view('symbol', [], [{ name: '', type: 'string' }]),
] as const

/** Deployed by one presigned transaction, so it is the same on every chain. */
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Many calls in one, each allowed to fail: Multicall3. */
export const multicallAbi = [
  view(
    'aggregate3',
    [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'allowFailure', type: 'bool' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    [
      {
        name: 'returnData',
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'returnData', type: 'bytes' },
        ],
      },
    ],
  ),
] as const

function view<
  const name extends string,
  const inputs extends readonly object[],
  const outputs extends readonly object[],
>(name: name, inputs: inputs, outputs: outputs) {
  const stateMutability = 'view'
  return { type: 'function', name, inputs, outputs, stateMutability } as const
}
