import * as z from 'zod/mini'
import { definePreference } from './preference.js'

/** Those that stand beside each other. */
const rememberedActs = ['sign', 'execute', 'batch'] as const
export type RememberedAct = (typeof rememberedActs)[number]

export function isRemembered(act: string): act is RememberedAct {
  return rememberedActs.some((one) => one === act)
}

/** What was chosen last where there was a choice. */
export const chosenAct = definePreference<RememberedAct>({
  name: 'act',
  schema: z.enum(rememberedActs),
  fallback: 'execute',
})
