import {
  type AbiInput,
  BaseError,
  createMethod,
  type Method,
} from '@covault/protocol'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { defineRecords } from './records.js'
import { storedAddress, storedChainId } from './schemas.js'

const abiInput: z.ZodMiniType<AbiInput> = z.object({
  name: z.string(),
  type: z.string(),
  components: z.optional(z.lazy(() => z.array(abiInput))),
})

/** By chain, contract and selector. */
const usedMethods = defineRecords({
  kind: 'method',
  schema: z.object({
    chainId: storedChainId,
    address: storedAddress,
    name: z.string(),
    inputs: z.array(abiInput),
  }),
})

type Place = { chainId: number; address: Address }

/** Keeps how a call was written, so that it can be read again later. */
export async function rememberMethod(
  { chainId, address }: Place,
  { name, inputs, selector }: Method,
): Promise<void> {
  await usedMethods.write(`${chainId}:${address}:${selector}`, {
    chainId,
    address,
    name,
    inputs: [...inputs],
  })
}

/** How calls of these contracts were written in this browser. */
export async function listUsedMethods(
  chainId: number,
  addresses: readonly Address[],
): Promise<Method[]> {
  const all = await usedMethods.list()
  return all
    .filter(
      ({ value }) =>
        value.chainId === chainId && addresses.includes(value.address),
    )
    .flatMap(({ value }) => tryCreate(value))
}

/** A record that makes no sense is as good as none. */
function tryCreate(parts: Pick<Method, 'name' | 'inputs'>): Method[] {
  try {
    return [createMethod(parts)]
  } catch (error) {
    if (error instanceof BaseError) return []
    throw error
  }
}
