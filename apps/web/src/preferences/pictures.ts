import * as z from 'zod/mini'
import { definePreference } from './preference.js'

export type PicturePreferences = {
  /** Pictures on other hosts are asked for, through the gateway. */
  loadRemote: boolean
}

export const picturePreferences = definePreference<PicturePreferences>({
  name: 'pictures',
  schema: z.object({ loadRemote: z.boolean() }),
  fallback: { loadRemote: false },
})
