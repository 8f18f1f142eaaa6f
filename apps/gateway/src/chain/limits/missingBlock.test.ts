import { expect, test } from 'vitest'
import { RpcAnswerError } from '../rpcErrors.js'
import { askForBlock, BlockMissingError } from './missingBlock.js'

const unknown = new RpcAnswerError('eth_call', {
  code: -32_000,
  message: 'unknown block',
})

/** Nodes that take turns; only the last one has the block. */
function takeTurns(nodes: number) {
  let asked = 0
  return {
    asked: () => asked,
    ask: async () => {
      if (++asked % nodes !== 0) throw unknown
      return 'state'
    },
  }
}

test('a block that one node lacks is asked of the next', async () => {
  const three = takeTurns(3)
  expect(await askForBlock(three.ask)).toBe('state')
  expect(await askForBlock(three.ask)).toBe('state')
})

test('where none has it, somebody asks again later', async () => {
  const many = takeTurns(100)
  await expect(askForBlock(many.ask)).rejects.toThrow(BlockMissingError)
  expect(many.asked()).toBe(4)
})

test('another refusal is told as it is', async () => {
  const refusal = new RpcAnswerError('eth_call', {
    code: 3,
    message: 'execution reverted',
  })
  const ask = async () => {
    throw refusal
  }
  await expect(askForBlock(ask)).rejects.toBe(refusal)
})
