import { type Call, decodeMultiSend } from '@covault/protocol'
import { type Address, decodeFunctionData, erc20Abi, zeroAddress } from 'viem'

/** The calls of a batch, or the one that there is. */
export function listCalls(call: Call): readonly Call[] {
  if (call.operation === 0) return [call]
  try {
    return decodeMultiSend(call.data)
  } catch {
    return [call]
  }
}

/** Undefined: it does more than to pay, or less. */
export function readPayment({
  to,
  value,
  data,
  operation,
}: Call): { token: Address; recipient: Address; value: bigint } | undefined {
  if (operation !== 0) return undefined
  if (data === '0x')
    return value > 0n ? { token: zeroAddress, recipient: to, value } : undefined
  if (value > 0n || !/^0xa9059cbb.{128}$/.test(data)) return undefined
  const { args } = decodeFunctionData({ abi: erc20Abi, data })
  const [recipient, amount] = args as readonly [Address, bigint]
  return { token: to, recipient, value: amount }
}

/** Which form can begin with it; undefined: none can. */
export function findForm(
  call: Call,
): 'send-tokens' | 'builder' | 'batch' | undefined {
  const calls = listCalls(call)
  if (calls.every((one) => readPayment(one))) return 'send-tokens'
  if (calls.some(({ operation }) => operation !== 0)) return undefined
  if (calls.length > 1) return 'batch'
  return calls[0]?.data === '0x' ? undefined : 'builder'
}
