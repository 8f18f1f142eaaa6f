import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { address, type Codec, hex } from '../codecs.js'
import { type DecodedValue, nestedText } from '../schemas/dataDecoded.js'

export type ServiceParameter = {
  name: string
  type: string
  value: DecodedValue
  /** The batch of a multiSend, or the inner call of an execTransaction. */
  valueDecoded?: ServiceInnerCall[] | ServiceDecoded | undefined
}

export type ServiceDecoded = {
  method: string
  parameters: ServiceParameter[]
}

export type ServiceInnerCall = {
  operation: number
  to: Address
  value: string
  data: Hex | null
  dataDecoded: ServiceDecoded | null
}

export const serviceParameter: Codec<ServiceParameter> = z.strictObject({
  name: z.string(),
  type: z.string(),
  value: nestedText,
  valueDecoded: z.optional(
    z.lazy(() => z.union([z.array(serviceInnerCall), serviceDecoded])),
  ),
})

export const serviceDecoded: Codec<ServiceDecoded> = z.strictObject({
  method: z.string(),
  parameters: z.array(serviceParameter),
})

export const serviceInnerCall: Codec<ServiceInnerCall> = z.strictObject({
  operation: z.number(),
  to: address,
  value: z.string(),
  data: z.nullable(hex),
  dataDecoded: z.nullable(z.lazy(() => serviceDecoded)),
})
