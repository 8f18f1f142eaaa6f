import type { Devnet } from '@covault/devnet'
import { type Address, concat, type Hex, numberToHex, padHex, size } from 'viem'

/**
 * Code that logs what it is called with: the topics, then the data. Run by
 * delegatecall it speaks in the name of anyone who runs it.
 */
export async function placeEmitter(
  devnet: Devnet,
  topicCount: 0 | 1 | 2 | 3 | 4,
): Promise<Address> {
  const address = padHex(numberToHex(0xe0 + topicCount), { size: 20 })
  const byte = (value: number) => numberToHex(value, { size: 1 })
  const loadTopics = Array.from({ length: topicCount }, (_, index) =>
    // PUSH1 32 * i, CALLDATALOAD; the first topic is pushed last.
    concat(['0x60', byte(32 * (topicCount - 1 - index)), '0x35']),
  )
  const start = byte(32 * topicCount)
  const bytecode = concat([
    ...loadTopics,
    // size = CALLDATASIZE - start
    concat(['0x60', start, '0x36', '0x03']),
    // CALLDATACOPY(0, start, size)
    concat(['0x80', '0x60', start, '0x6000', '0x37']),
    // LOGn(0, size), STOP
    concat(['0x6000', byte(0xa0 + topicCount), '0x00']),
  ])
  await devnet.client.setCode({ address, bytecode })
  return address
}

/**
 * Code that calls the address in its first word with the rest: an execution
 * passed through it cannot be read from the outer calldata.
 */
export async function placeForwarder(devnet: Devnet): Promise<Address> {
  const address = padHex('0xf0', { size: 20 })
  const bytecode = concat([
    // CALLDATACOPY(0, 32, CALLDATASIZE - 32)
    '0x6020360380602060003760',
    // CALL(gas, first word, 0, 0, size, 0, 0)
    '0x00600082600060006000355af1',
    // A failed call reverts, a successful one jumps over that.
    '0x60205760006000fd5b00',
  ])
  await devnet.client.setCode({ address, bytecode })
  return address
}

/** Code that logs a topic with as many zeros as it is told here. */
export async function placeLargeEmitter(
  devnet: Devnet,
  parameters: { topic: Hex; size: number },
): Promise<Address> {
  const address = padHex('0xe8', { size: 20 })
  const bytecode = concat([
    // PUSH32 topic, PUSH4 size, PUSH1 0, LOG1, STOP
    concat(['0x7f', parameters.topic]),
    concat(['0x63', numberToHex(parameters.size, { size: 4 }), '0x6000a100']),
  ])
  await devnet.client.setCode({ address, bytecode })
  return address
}

/** Code that makes one call, whatever it is called with. */
export async function placeFixedCall(
  devnet: Devnet,
  parameters: { to: Address; data: Hex },
): Promise<Address> {
  const address = padHex('0xfc', { size: 20 })
  const length = numberToHex(size(parameters.data), { size: 2 })
  const head = (offset: number) =>
    concat([
      // CODECOPY(0, offset, length)
      concat(['0x61', length, '0x61', numberToHex(offset, { size: 2 })]),
      '0x600039',
      // CALL(gas, to, 0, 0, length, 0, 0), STOP
      concat(['0x6000600061', length, '0x6000600073', parameters.to]),
      '0x5af100',
    ])
  const bytecode = concat([head(size(head(0))), parameters.data])
  await devnet.client.setCode({ address, bytecode })
  return address
}
