import type { Address, Hex } from 'viem'
import type { EventDefinition } from './eventDefinition.js'
import { readAddress, readBytes4, readBytes32 } from './logReader.js'

/** What ExtensibleFallbackHandler 1.5.0 logs: `address` is the handler's. */
export type HandlerEvent =
  | {
      type: 'changedSafeMethod'
      address: Address
      safe: Address
      selector: Hex
      /** A handler's address and, in the first byte, whether it is static. */
      oldMethod: Hex
      newMethod: Hex
    }
  | {
      type: 'changedDomainVerifier'
      address: Address
      safe: Address
      domainSeparator: Hex
      oldVerifier: Address
      newVerifier: Address
    }
  | {
      type: 'addedInterface'
      address: Address
      safe: Address
      interfaceId: Hex
    }
  | {
      type: 'removedInterface'
      address: Address
      safe: Address
      interfaceId: Hex
    }

export const handlerEvents: readonly EventDefinition<HandlerEvent>[] = [
  {
    signature: 'ChangedSafeMethod(address,bytes4,bytes32,bytes32)',
    topic0:
      '0xe6e8ad7e5547dc860775f9f0638e195a4751a4cfbb7fd2ab60a52eb6c07082ec',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'changedSafeMethod',
      address,
      safe: readAddress(reader, 0),
      selector: readBytes4(reader, 1),
      oldMethod: readBytes32(reader, 2),
      newMethod: readBytes32(reader, 3),
    }),
  },
  {
    signature: 'ChangedDomainVerifier(address,bytes32,address,address)',
    topic0:
      '0x06341ac2f62eb79165de8c8b54ab89a8825b12746c2b98e01dff1007837d2ba8',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'changedDomainVerifier',
      address,
      safe: readAddress(reader, 0),
      domainSeparator: readBytes32(reader, 1),
      oldVerifier: readAddress(reader, 2),
      newVerifier: readAddress(reader, 3),
    }),
  },
  {
    signature: 'AddedInterface(address,bytes4)',
    topic0:
      '0x3d5024c13f12fa602dbf52b1979058940c224ebf170c83a4e358725ae50db36d',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'addedInterface',
      address,
      safe: readAddress(reader, 0),
      interfaceId: readBytes4(reader, 1),
    }),
  },
  {
    signature: 'RemovedInterface(address,bytes4)',
    topic0:
      '0xf159d834f487747c1b3f17e2107743e42e6eecff444d894e511c18943072b29f',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'removedInterface',
      address,
      safe: readAddress(reader, 0),
      interfaceId: readBytes4(reader, 1),
    }),
  },
]
