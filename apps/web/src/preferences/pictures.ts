import * as z from 'zod/mini'
import { definePreference } from './preference.js'

const schema = z.object({
  /** Pictures on other hosts are asked for, through the gateway. */
  loadRemote: z.boolean(),
})

export const picturePreferences = definePreference({
  name: 'pictures',
  schema,
  fallback: { loadRemote: false },
})
