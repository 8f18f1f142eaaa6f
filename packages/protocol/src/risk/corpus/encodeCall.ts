import {
  type Address,
  concatHex,
  encodeFunctionData,
  encodePacked,
  type Hex,
  padHex,
  parseAbi,
  size,
} from 'viem'

export type Call = {
  to: Address
  value: bigint
  data: Hex
  operation: 0 | 1
}

export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

/** Sends `value` of the chain's own currency, with no data. */
export function pay(to: Address, value: bigint): Call {
  return { to, value, data: '0x', operation: 0 }
}

/** Calls a function, its signature written as in Solidity. */
export function call(
  to: Address,
  signature: string,
  ...args: readonly unknown[]
): Call {
  return { to, value: 0n, data: encodeData(signature, ...args), operation: 0 }
}

export function delegatecall(
  to: Address,
  signature: string,
  ...args: readonly unknown[]
): Call {
  return { ...call(to, signature, ...args), operation: 1 }
}

/** A batch as safes make it: a delegatecall to a MultiSend contract. */
export function batch(multiSend: Address, legs: readonly Call[]): Call {
  return delegatecall(multiSend, 'multiSend(bytes)', packLegs(legs))
}

/** The packed legs that `multiSend(bytes)` reads. */
export function packLegs(legs: readonly Call[]): Hex {
  return concatHex(legs.map(packLeg))
}

function packLeg({ operation, to, value, data }: Call): Hex {
  return encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to, value, BigInt(size(data)), data],
  )
}

type NestedCall = {
  /** The nested safe, which makes the inner call. */
  safe: Address
  /** The owner of the nested safe that executes: the safe of the case. */
  executor: Address
  inner: Call
  gasPrice?: bigint
  gasToken?: Address
  refundReceiver?: Address
}

/** `execTransaction` on a nested safe, approved by its caller (v = 1). */
export function execTransaction({
  safe,
  executor,
  inner,
  gasPrice = 0n,
  gasToken = zeroAddress,
  refundReceiver = zeroAddress,
}: NestedCall): Call {
  return call(
    safe,
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    inner.to,
    inner.value,
    inner.data,
    inner.operation,
    0n,
    0n,
    gasPrice,
    gasToken,
    refundReceiver,
    concatHex([
      padHex(executor, { size: 32 }),
      padHex('0x', { size: 32 }),
      '0x01',
    ]),
  )
}

/** The same call with bytes appended that no argument accounts for. */
export function withTrailing(original: Call, bytes: Hex): Call {
  return { ...original, data: concatHex([original.data, bytes]) }
}

function encodeData(signature: string, ...args: readonly unknown[]): Hex {
  const signatures: string[] = [`function ${signature}`]
  return encodeFunctionData({ abi: parseAbi(signatures), args })
}
