import type {
  ServiceDecoded,
  ServiceInnerCall,
} from '@covault/api/transaction-service'
import type { Address } from 'viem'
import type { ChainBook, WireCall } from '../../wire/chainBook.js'
import { type DataDecodedWire, toDataDecoded } from '../../wire/dataDecoded.js'

/**
 * What a call says. A delegatecall runs code of its target inside the safe:
 * what its bytes mean is known only where the target is.
 */
export function toDecoded(
  book: ChainBook,
  call: WireCall,
  safe?: Address,
): ServiceDecoded | null {
  if (call.data === '0x') return null
  if (call.operation === 1 && !book.isPinned(call.to)) return null
  const decoded = toDataDecoded(book.decode(call, safe).root)
  return decoded && toCall(decoded)
}

type Call = Pick<DataDecodedWire, 'method' | 'parameters'>
type Parameter = NonNullable<Call['parameters']>[number]

function toCall({ method, parameters }: Call): ServiceDecoded {
  return {
    method,
    parameters: (parameters ?? []).map(({ valueDecoded, ...parameter }) => ({
      ...parameter,
      ...(valueDecoded && { valueDecoded: toValue(valueDecoded) }),
    })),
  }
}

function toValue(
  decoded: NonNullable<Parameter['valueDecoded']>,
): ServiceInnerCall[] | ServiceDecoded {
  if (!Array.isArray(decoded)) return toCall(decoded)
  return decoded.map(({ operation, to, value, data, dataDecoded }) => ({
    operation,
    to,
    value,
    data,
    dataDecoded: dataDecoded && toCall(dataDecoded),
  }))
}
