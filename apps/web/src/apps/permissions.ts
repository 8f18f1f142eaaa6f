import { BaseError } from '@covault/protocol'
import * as z from 'zod/mini'

/** What an app must ask for before it is told. */
export const capabilities = ['requestAddressBook'] as const
export type Capability = (typeof capabilities)[number]

/** EIP-2255, as the SDK writes it. */
export type Permission = {
  parentCapability: Capability
  invoker: string
  date: number
  caveats: readonly never[]
}

/** `wallet_requestPermissions`: `[{ requestAddressBook: {} }]`. */
export function readAskedCapabilities(params: unknown): Capability[] {
  const list = z.safeParse(z.array(z.record(z.string(), z.unknown())), params)
  const names = list.success ? list.data.flatMap(Object.keys) : []
  const known = capabilities.filter((name) => names.includes(name))
  if (names.length === 0 || known.length < new Set(names).size)
    throw new BadPermissionError()
  return known
}

export class BadPermissionError extends BaseError {
  constructor() {
    super('The host doesn’t support the requested permission.')
  }
}

export class PermissionDeniedError extends BaseError {
  constructor() {
    super('The permission was not granted.')
  }
}
