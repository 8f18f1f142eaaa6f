import type { Address } from 'viem'
import * as z from 'zod/mini'
import { storedAddress } from '../../preferences/schemas.js'
import { pinnedAddress, writeAddress } from '../machine/pinnedAddress.js'

export const modulesSchema = z.object({
  disabled: z.array(storedAddress),
  /** Nothing in it: no module is enabled. */
  enabled: pinnedAddress,
})
export type ModulesInput = z.output<typeof modulesSchema>

/** Nothing is changed, but for what a link asks about. */
export function createModulesInput({
  id,
  recipient,
}: {
  id?: string
  recipient?: string
} = {}): ModulesInput {
  const [, module] = /^disable:(0x[0-9a-fA-F]{40})$/.exec(id ?? '') ?? []
  return {
    disabled: module ? [z.parse(storedAddress, module)] : [],
    enabled: writeAddress(recipient ?? ''),
  }
}

export function toggleDisabled(
  { disabled, ...input }: ModulesInput,
  module: Address,
): ModulesInput {
  return {
    ...input,
    disabled: disabled.includes(module)
      ? disabled.filter((one) => one !== module)
      : [...disabled, module],
  }
}
