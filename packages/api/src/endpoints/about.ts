import * as z from 'zod/mini'
import { orNull } from '../codecs'
import { defineEndpoint } from '../endpoint'

export const getAbout = defineEndpoint({
  method: 'GET',
  path: '/about',
  summary: 'Name and version of the gateway',
  response: z.object({
    name: z.string(),
    version: orNull(z.string()),
    buildNumber: orNull(z.string()),
  }),
})
