import * as z from 'zod/mini'
import { acceptNull, address, decimals, openEnum } from '../codecs.js'
import { tokenTypes } from '../enumerations.js'

const fields = {
  type: openEnum(tokenTypes, (type) =>
    type === 'NATIVE_COIN' ? 'NATIVE_TOKEN' : type,
  ),
  /** The zero address for the native token. */
  address,
  decimals: acceptNull(decimals),
  symbol: z.string(),
  name: z.string(),
  logoUri: acceptNull(z.string()),
}

export const tokenInfo = z.object(fields)
export type TokenInfo = z.output<typeof tokenInfo>

/** A token of the registry, which also says whether it is trusted. */
export const registeredToken = z.object({
  ...fields,
  trusted: acceptNull(z.boolean()),
})
export type RegisteredToken = z.output<typeof registeredToken>
