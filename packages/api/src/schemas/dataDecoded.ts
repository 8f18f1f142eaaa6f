import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import {
  acceptNull,
  address,
  type Codec,
  hex,
  openEnum,
  openOperation,
  orNull,
  typed,
  uint,
} from '../codecs.js'
import {
  type DecodingAccuracy,
  decodingAccuracies,
  type Operation,
} from '../enumerations.js'

/** Integers are decimal text, bytes are hex; arrays and tuples nest. */
export type DecodedValue = string | DecodedValue[]

export type DecodedParameter = {
  /** Empty for an unnamed argument. */
  name: string
  type: string
  value: DecodedValue
  /** The batch of a multiSend, or the inner call of an execTransaction. */
  valueDecoded: InnerTransaction[] | DecodedCall | null
}
export type DecodedCall = {
  method: string
  parameters: DecodedParameter[] | null
}
export type InnerTransaction = {
  operation: Operation | 'UNKNOWN'
  to: Address
  value: bigint | null
  data: Hex | null
  dataDecoded: DecodedCall | null
}
export type DataDecoded = DecodedCall & { accuracy: DecodingAccuracy | null }

type DecodedParameterWire = Omit<DecodedParameter, 'valueDecoded'> & {
  valueDecoded: InnerTransactionWire[] | DecodedCallWire | null
}
type DecodedCallWire = {
  method: string
  parameters: DecodedParameterWire[] | null
}
type InnerTransactionWire = Pick<InnerTransaction, 'to' | 'data'> & {
  operation: Operation
  value: string
  dataDecoded: DecodedCallWire | null
}

/** Some decoders write booleans and small numbers as JSON ones. */
export const decodedValue: Codec<DecodedValue> = typed(
  z.codec(z.unknown(), typed<unknown, unknown>(z.lazy(() => nestedText)), {
    decode: readValue,
    encode: (value) => value,
  }),
)

export const nestedText: Codec<DecodedValue> = z.union([
  z.string(),
  z.array(z.lazy(() => nestedText)),
])

export const decodedParameter: Codec<DecodedParameter, DecodedParameterWire> =
  z.object({
    name: z.string(),
    type: z.string(),
    value: decodedValue,
    valueDecoded: orNull(
      z.lazy(() => z.union([z.array(innerTransaction), decodedCall])),
    ),
  })

export const decodedCall: Codec<DecodedCall, DecodedCallWire> = z.object({
  method: z.string(),
  parameters: orNull(z.array(decodedParameter)),
})

export const innerTransaction: Codec<InnerTransaction, InnerTransactionWire> =
  z.object({
    operation: openOperation,
    to: address,
    value: acceptNull(uint),
    data: orNull(hex),
    dataDecoded: orNull(decodedCall),
  })

export const dataDecoded = z.object({
  method: z.string(),
  parameters: orNull(z.array(decodedParameter)),
  accuracy: acceptNull(openEnum(decodingAccuracies)),
})

function readValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readValue)
  if (typeof value === 'boolean' || typeof value === 'number')
    return String(value)
  return value
}
