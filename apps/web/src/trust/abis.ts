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

export function view<
  const name extends string,
  const inputs extends readonly object[],
  const outputs extends readonly object[],
>(name: name, inputs: inputs, outputs: outputs) {
  const stateMutability = 'view'
  return { type: 'function', name, inputs, outputs, stateMutability } as const
}
