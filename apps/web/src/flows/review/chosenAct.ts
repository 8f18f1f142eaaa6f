import * as z from 'zod/mini'
import { definePreference } from '../../preferences/preference.js'

/** What was chosen last where one can sign or execute at once. */
export const chosenAct = definePreference<'sign' | 'execute'>({
  name: 'act',
  schema: z.enum(['sign', 'execute']),
  fallback: 'execute',
})
