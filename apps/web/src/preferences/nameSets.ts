import * as z from 'zod/mini'
import { defineRecords } from './records.js'
import {
  storedAddress,
  storedBytes,
  storedHash,
  storedPlace,
} from './schemas.js'

const set = z.object({
  author: storedAddress,
  time: z.number(),
  signature: storedBytes,
  changes: z.array(z.extend(storedPlace, { name: z.string() })),
  hash: storedHash,
  isByOwner: z.boolean(),
})

/**
 * The names that owners of a safe share, as they were checked here, by
 * `chainId:address`. A gateway is asked for what comes after them only.
 */
export const nameSets = defineRecords({ kind: 'names', schema: z.array(set) })
