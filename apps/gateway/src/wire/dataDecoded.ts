import type { EndpointWire, getTransaction } from '@covault/api'
import type { CallNode, MethodReading } from '@covault/protocol'

type Details = EndpointWire<typeof getTransaction>
type TxData = NonNullable<Details['txData']>
export type DataDecodedWire = NonNullable<TxData['dataDecoded']>
type ParameterWire = NonNullable<DataDecodedWire['parameters']>[number]
type ValueDecodedWire = ParameterWire['valueDecoded']
type DecodedCallWire = Pick<DataDecodedWire, 'method' | 'parameters'>

/**
 * How the wire tells a call: the best reading, and how far it can be trusted.
 * A selector alone proves nothing, so it is never more than a function match.
 */
export function toDataDecoded(node: CallNode): DataDecodedWire | null {
  const room = { left: roomTimes * node.data.length + 16_384 }
  const call = toDecodedCall(node, room)
  if (!call || !node.method) return null
  const exact = node.method.confidence === 'exact'
  return {
    ...call,
    accuracy: exact ? 'FULL_MATCH' : 'ONLY_FUNCTION_MATCH',
  }
}

/**
 * Every batch inside of a batch writes the calls within once more: of data
 * that is nested to be long, only so much is written.
 */
const roomTimes = 6
type Room = { left: number }

function toDecodedCall(node: CallNode, room: Room): DecodedCallWire | null {
  const { method } = node
  if (!method) return null
  return {
    method: method.name,
    parameters: method.parameters.map((parameter) => ({
      name: parameter.name,
      type: writeType(parameter),
      value: writeValue(parameter.value),
      valueDecoded: toValueDecoded(node, parameter, room),
    })),
  }
}

type Parameter = MethodReading['parameters'][number]

/** The calls inside of a batch, or of a transaction of another safe. */
function toValueDecoded(
  { method, children }: CallNode,
  { name, type }: Parameter,
  room: Room,
): ValueDecodedWire {
  if (type !== 'bytes' || children.length === 0) return null
  // The data of each, and its parameters, which say the same again.
  room.left -= 2 * children.reduce((sum, { data }) => sum + data.length, 0)
  if (room.left < 0) return null
  if (method?.name === 'multiSend' && name === 'transactions')
    return children.map((child) => ({
      operation: child.operation,
      to: child.to,
      value: String(child.value),
      data: child.data === '0x' ? null : child.data,
      dataDecoded: toDecodedCall(child, room),
    }))
  if (method?.name.startsWith('execTransaction') && name === 'data')
    return children[0] ? toDecodedCall(children[0], room) : null
  return null
}

/** Tuples are written out: `(address,uint256)[]`. */
function writeType({
  type,
  components,
}: Pick<Parameter, 'type' | 'components'>): string {
  if (!type.startsWith('tuple')) return type
  const inner = (components ?? []).map(writeType).join(',')
  return `(${inner})${type.slice('tuple'.length)}`
}

/** Booleans have a capital letter, as the ecosystem's decoder writes them. */
function writeValue(value: Parameter['value']): ParameterWire['value'] {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'object' ? value.map(writeValue) : String(value)
}
