import { type Address, decodeFunctionData, type Hex, parseAbi } from 'viem'

/** ERC-4337: what an account is to be called with by the entry point. */
export type UserOperation = { sender: Address; callData: Hex }

/** `handleOps` of the entry points 0.6, then 0.7 and 0.8. */
const entryPointAbi = parseAbi([
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
])
const handleOpsSelectors = ['0x1fad948c', '0x765e827f']

/** `Safe4337Module`, which then executes as a module of the safe. */
const moduleAbi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])
const executeSelectors = ['0x7bb37428', '0x541d63c8']

/** Undefined for calldata that is no bundle of operations. */
export function readUserOperations(
  data: Hex,
): readonly UserOperation[] | undefined {
  if (!hasSelector(data, handleOpsSelectors)) return undefined
  return decodeFunctionData({ abi: entryPointAbi, data }).args[0]
}

/** What an operation has the safe's module execute. */
export function readOperationCall(
  data: Hex,
): { to: Address; value: bigint; data: Hex; operation: 0 | 1 } | undefined {
  if (!hasSelector(data, executeSelectors)) return undefined
  const [to, value, inner, operation] = decodeFunctionData({
    abi: moduleAbi,
    data,
  }).args
  return { to, value, data: inner, operation: operation === 1 ? 1 : 0 }
}

function hasSelector(data: Hex, selectors: readonly string[]): boolean {
  return selectors.includes(data.slice(0, 10).toLowerCase())
}
