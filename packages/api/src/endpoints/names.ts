import * as z from 'zod/mini'
import { address, chainId, hash, orElse, signature } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const params = z.object({ chainId, address })
const path = '/v1/chains/{chainId}/safes/{address}/names'

const change = z.object({
  chainId,
  address,
  /** Empty: the name is taken away. */
  name: z.string(),
})

/** Seconds since 1970, by the clock of the signer. */
const time = z.int().check(z.gte(0))

const nameSet = z.object({
  author: address,
  time,
  signature,
  changes: z.array(change),
})
/** Names that one owner changed at once, with one signature. */
export type NameSet = z.output<typeof nameSet>

/** How many sets anyone who asks has already. */
const after = z.codec(
  z.string().check(z.regex(/^[0-9]{1,9}$/, 'Invalid number')),
  z.int(),
  { decode: Number, encode: String },
)

/** Not part of the wire of others: the names that owners of a safe share. */
export const getNames = defineEndpoint({
  method: 'GET',
  path,
  summary: 'The names that owners of a safe share, as signed change sets',
  params,
  query: z.object({ after: orElse(after, 0) }),
  response: z.object({
    /** Of all sets there are. */
    count: z.int().check(z.gte(0)),
    /** Those after the ones named, oldest first, as many as fit an answer. */
    sets: z.array(nameSet),
  }),
  touchedBy: ['names'],
})

export const changeNames = defineEndpoint({
  method: 'POST',
  path,
  summary: 'Share names with the other owners, rename or remove them',
  params,
  body: z.object({
    /** The hash of the last set; 32 zero bytes for the first. */
    previous: hash,
    time,
    /** From 1 to 1,000. */
    changes: z.array(change),
    signature,
  }),
  response: z.object({ sequence: z.int(), hash }),
  status: 201,
  idempotent: true,
})
