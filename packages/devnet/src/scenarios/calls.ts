import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import {
  demoCollectibleAbi,
  demoTokenAbi,
  getDemoContractAddress,
} from '../demoContracts.js'

type Call = { to: Address; data: Hex }

type TokenName = 'dollar' | 'garden' | 'hostile'

export function mintToken(
  token: TokenName,
  { to, value }: { to: Address; value: bigint },
): Call {
  return {
    to: getDemoContractAddress(token),
    data: encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'mint',
      args: [to, value],
    }),
  }
}

export function transferToken(
  token: TokenName,
  { to, value }: { to: Address; value: bigint },
): Call {
  return {
    to: getDemoContractAddress(token),
    data: encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'transfer',
      args: [to, value],
    }),
  }
}

export function mintRing(to: Address): Call {
  return {
    to: getDemoContractAddress('rings'),
    data: encodeFunctionData({
      abi: demoCollectibleAbi,
      functionName: 'mint',
      args: [to],
    }),
  }
}

const safeAbi = parseAbi([
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function approveHash(bytes32 hashToApprove)',
])

/** The head of the linked lists of owners and modules. */
const sentinel = '0x0000000000000000000000000000000000000001'

type SafeAt = { address: Address }

export function addOwner(
  safe: SafeAt,
  { owner, threshold }: { owner: Address; threshold: bigint },
): Call {
  return {
    to: safe.address,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'addOwnerWithThreshold',
      args: [owner, threshold],
    }),
  }
}

/** The owner that was added last is the first of the list. */
export function removeLatestOwner(
  safe: SafeAt,
  { owner, threshold }: { owner: Address; threshold: bigint },
): Call {
  return {
    to: safe.address,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'removeOwner',
      args: [sentinel, owner, threshold],
    }),
  }
}

export function changeThreshold(safe: SafeAt, threshold: bigint): Call {
  return {
    to: safe.address,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'changeThreshold',
      args: [threshold],
    }),
  }
}

export function enableModule(safe: SafeAt, module: Address): Call {
  return {
    to: safe.address,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'enableModule',
      args: [module],
    }),
  }
}

export function approveHash(safe: SafeAt, hash: Hex): Call {
  return {
    to: safe.address,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'approveHash',
      args: [hash],
    }),
  }
}
