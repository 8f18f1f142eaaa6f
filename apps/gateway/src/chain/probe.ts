import {
  type Address,
  concatHex,
  type Hex,
  numberToHex,
  size,
  slice,
} from 'viem'
import { isBytes } from './answer.js'
import type { RpcCall, RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError } from './rpcErrors.js'

export type ProbeCall = {
  /** Another contract than the one that is probed. */
  to?: Address
  data: Hex
  gas: number
  /** Bytes of the answer that are wanted; a longer one is none. */
  most: number
}

export type Probe = {
  codeHash: Hex
  /** `undefined`: reverted, ran out of gas, or said too much. */
  answers: (Hex | undefined)[]
  /** Whether one of them said too much. */
  cut: boolean
}

/**
 * What a contract is and what it answers to several calls, in one question on
 * any chain: the code that asks is run as that of a contract which is never
 * created. `undefined`: this node does not run it.
 */
export async function probe(
  rpc: RpcEndpoint,
  parameters: {
    target: Address
    calls: readonly ProbeCall[]
    block: RpcCall['params'][number]
  },
): Promise<Probe | undefined> {
  const { target, calls, block } = parameters
  const data = assemble(target, calls)
  const answer = await rpc
    .request('eth_call', [{ data }, block])
    .catch((error: unknown) => {
      if (error instanceof RpcAnswerError) return undefined
      throw error
    })
  return isBytes(answer) ? readOutput(answer, calls) : undefined
}

const wordSize = 32

function assemble(target: Address, calls: readonly ProbeCall[]): Hex {
  // Calldata lies below, then where to write next, then what is returned.
  const words = calls.map(({ data }) => Math.ceil(size(data) / wordSize))
  const pointer = wordSize * Math.max(...words)
  const output = pointer + wordSize
  return concatHex([
    // Code that begins with 0xef cannot be created, so zeros come first.
    ...[push(1), push(output), op.mstore],
    ...[push(target), op.extcodehash, push(output + wordSize), op.mstore],
    ...[push(output + 2 * wordSize), push(pointer), op.mstore],
    ...calls.flatMap((call) => assembleCall(call.to ?? target, pointer, call)),
    ...[push(output), push(pointer), op.mload, op.sub],
    ...[push(output), op.return],
  ])
}

/** Writes success, length of the answer, and as much of it as is wanted. */
function assembleCall(
  target: Address,
  pointer: number,
  { data, gas, most }: ProbeCall,
): Hex[] {
  const load = [push(pointer), op.mload]
  return [
    ...writeCalldata(data),
    ...[push(0), push(0), push(size(data)), push(0)],
    ...[push(target), push(gas), op.staticcall],
    ...[...load, op.mstore],
    ...[op.returndatasize, ...load, push(wordSize), op.add, op.mstore],
    // The smaller of two without a jump: most + (most > size) * (size - most).
    ...[push(most), op.returndatasize, op.sub],
    ...[op.returndatasize, push(most), op.gt, op.mul, push(most), op.add],
    ...[op.dup1, push(0), ...load, push(2 * wordSize), op.add],
    op.returndatacopy,
    ...[...load, op.add, push(2 * wordSize), op.add, push(pointer), op.mstore],
  ]
}

function writeCalldata(data: Hex): Hex[] {
  const code: Hex[] = []
  for (let at = 0; at < size(data); at += wordSize) {
    const word = slice(data, at, Math.min(at + wordSize, size(data)))
    const padded: Hex = `0x${word.slice(2).padEnd(2 * wordSize, '0')}`
    code.push(push(padded), push(at), op.mstore)
  }
  return code
}

const op = {
  add: '0x01',
  mul: '0x02',
  sub: '0x03',
  gt: '0x11',
  returndatasize: '0x3d',
  returndatacopy: '0x3e',
  extcodehash: '0x3f',
  mload: '0x51',
  mstore: '0x52',
  dup1: '0x80',
  return: '0xf3',
  staticcall: '0xfa',
} as const

function push(value: number | Hex): Hex {
  const bytes =
    typeof value === 'string'
      ? value
      : numberToHex(value, { size: Math.max(1, byteLength(value)) })
  return concatHex([numberToHex(0x5f + size(bytes), { size: 1 }), bytes])
}

function byteLength(value: number): number {
  return Math.ceil(value.toString(16).length / 2)
}

function readOutput(
  bytes: Hex,
  calls: readonly ProbeCall[],
): Probe | undefined {
  const digits = bytes.slice(2)
  const read = (at: number, length: number) =>
    digits.slice(2 * at, 2 * (at + length))
  if (BigInt(`0x${read(0, wordSize) || '0'}`) !== 1n) return undefined
  const answers: Probe['answers'] = []
  let at = 2 * wordSize
  let cut = false
  for (const { most } of calls) {
    const succeeded = /1$/.test(read(at, wordSize))
    const length = Number(`0x${read(at + wordSize, wordSize) || '0'}`)
    const kept = Math.min(length, most)
    const answer = read(at + 2 * wordSize, kept)
    answers.push(succeeded && length <= most ? `0x${answer}` : undefined)
    cut ||= succeeded && length > most
    at += 2 * wordSize + kept
  }
  if (digits.length !== 2 * at) return undefined
  return { codeHash: `0x${read(wordSize, wordSize)}`, answers, cut }
}
