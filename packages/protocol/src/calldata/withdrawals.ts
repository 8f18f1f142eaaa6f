import type { Method } from '../abi/method.js'

/*
 * How vaults and pools pay out to somebody whom the caller names. None of them
 * is a known method: other contracts have methods of these names as well.
 */

/** EIP-4626. */
export const vaultWithdrawMethod = {
  name: 'withdraw',
  signature: 'withdraw(uint256,address,address)',
  selector: '0xb460af94',
  inputs: [
    { name: 'assets', type: 'uint256' },
    { name: 'to', type: 'address' },
    { name: 'from', type: 'address' },
  ],
} as const satisfies Method

/** EIP-4626. */
export const vaultRedeemMethod = {
  name: 'redeem',
  signature: 'redeem(uint256,address,address)',
  selector: '0xba087652',
  inputs: [
    { name: 'shares', type: 'uint256' },
    { name: 'to', type: 'address' },
    { name: 'from', type: 'address' },
  ],
} as const satisfies Method

/** Of Aave's pools. */
export const poolWithdrawMethod = {
  name: 'withdraw',
  signature: 'withdraw(address,uint256,address)',
  selector: '0x69328dec',
  inputs: [
    { name: 'asset', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'to', type: 'address' },
  ],
} as const satisfies Method

/** Of wrapped tokens. */
export const withdrawToMethod = {
  name: 'withdrawTo',
  signature: 'withdrawTo(address,uint256)',
  selector: '0x205c2878',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
} as const satisfies Method
