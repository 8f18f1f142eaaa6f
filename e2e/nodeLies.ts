import { accounts, demoAccounts } from '@covault/devnet'
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  pad,
} from 'viem'
import type { Question } from './lyingProxy.js'

const { bob } = demoAccounts
export const mallory = accounts[4]?.address ?? '0x'

type Lie = (question: Question, answer: unknown) => unknown

/** What a node could say to have something else signed, or by others. */
export const nodeLies = {
  owners: (_question, answer) =>
    typeof answer === 'string'
      ? answer.replaceAll(
          bob.address.slice(2).toLowerCase(),
          mallory.slice(2).toLowerCase(),
        )
      : answer,
  nonce: (question, answer) =>
    changeRead(question, answer, { selector: '0xaffed0e0', word: 7 }),
  threshold: (question, answer) =>
    changeRead(question, answer, { selector: '0xe75235b8', word: 1 }),
  code: ({ method }, answer) =>
    method === 'eth_getCode' && answer !== '0x' ? `${answer}00` : answer,
} as const satisfies Record<string, Lie>

/** Another word for one of the reads that travel together. */
export function changeRead(
  { method, params }: Question,
  answer: unknown,
  { selector, word }: { selector: Hex; word: number },
): unknown {
  if (method !== 'eth_call' || !Array.isArray(params)) return answer
  const data: Hex = params[0]?.data ?? '0x'
  if (!data.startsWith('0x82ad56cb')) return answer
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const calls = (args?.[0] ?? []) as readonly { callData: Hex }[]
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: answer as Hex,
  })
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: results.map((one, index) =>
      calls[index]?.callData === selector
        ? { ...one, returnData: pad(numberToHex(word), { size: 32 }) }
        : one,
    ),
  })
}
