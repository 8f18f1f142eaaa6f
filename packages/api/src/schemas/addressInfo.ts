import * as z from 'zod/mini'
import { address, orNull } from '../codecs.js'

/** An address with the name and logo a registry knows for it. */
export const addressInfo = z.object({
  value: address,
  name: orNull(z.string()),
  logoUri: orNull(z.string()),
})
export type AddressInfo = z.output<typeof addressInfo>
