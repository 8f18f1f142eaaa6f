import type { Devnet } from '@covault/devnet'
import {
  type Address,
  concat,
  type Hex,
  numberToHex,
  padHex,
  size,
  toFunctionSelector,
} from 'viem'

/** What a contract does when a function is called. */
export type Answer = Hex | 'revert' | 'loop' | { zeros: number }

/**
 * Puts code at an address that answers each function as told, and everything
 * else with `otherwise`: tokens as an attacker would write them.
 */
export async function placeAnswering(
  devnet: Devnet,
  parameters: {
    address: Address
    answers: Record<string, Answer>
    otherwise?: Answer
  },
): Promise<void> {
  const { address, answers, otherwise = 'revert' } = parameters
  await devnet.client.setCode({
    address,
    bytecode: assemble(Object.entries(answers), otherwise),
  })
}

const push = (value: number) =>
  concat(['0x63', numberToHex(value, { size: 4 })])

// selector = CALLDATALOAD(0) >> 224
const readSelector: Hex = '0x60003560e01c'
const dispatchSize = 13
const blockSize = 25

function assemble(
  answers: readonly (readonly [string, Answer])[],
  otherwise: Answer,
): Hex {
  const all: Answer[] = [...answers.map(([, answer]) => answer), otherwise]
  const blocksAt = size(readSelector) + answers.length * dispatchSize + 6
  const dataAt = blocksAt + all.length * blockSize
  const at = (index: number) => blocksAt + index * blockSize
  const lengths = all.map((answer) => getLength(answer))
  const dispatch = answers.map(([signature], index) =>
    // DUP1, PUSH4 selector, EQ, PUSH4 block, JUMPI
    concat([
      '0x8063',
      toFunctionSelector(signature),
      '0x14',
      push(at(index)),
      '0x57',
    ]),
  )
  const blocks = all.map((answer, index) =>
    padHex(
      toBlock(answer, {
        at: at(index),
        dataAt:
          dataAt + lengths.slice(0, index).reduce((sum, next) => sum + next, 0),
      }),
      { size: blockSize, dir: 'right' },
    ),
  )
  const data = all.filter((answer) => isData(answer)) as Hex[]
  return concat([
    readSelector,
    ...dispatch,
    // PUSH4 otherwise, JUMP
    concat([push(at(answers.length)), '0x56']),
    ...blocks,
    ...data,
  ])
}

function isData(answer: Answer): answer is Hex {
  return typeof answer === 'string' && answer.startsWith('0x')
}

function getLength(answer: Answer): number {
  return isData(answer) ? size(answer) : 0
}

function toBlock(
  answer: Answer,
  { at, dataAt }: { at: number; dataAt: number },
): Hex {
  if (answer === 'revert') return '0x5b60006000fd'
  if (answer === 'loop') return concat(['0x5b', push(at), '0x56'])
  if (!isData(answer))
    // RETURN(0, zeros) of memory nobody wrote to
    return concat(['0x5b', push(answer.zeros), '0x6000f3'])
  const length = push(size(answer))
  // CODECOPY(0, data, length), RETURN(0, length)
  return concat(['0x5b', length, push(dataAt), '0x600039', length, '0x6000f3'])
}
