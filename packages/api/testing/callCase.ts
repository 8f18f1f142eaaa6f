import type { Client } from '../src/createClient.js'
import type { Endpoint } from '../src/endpoint.js'

type Limits = { timeout?: number; retryLimit?: number; signal?: AbortSignal }

/** A call as a program makes it, and the request it must become. */
export type CallCase = {
  name: string
  endpoint: Endpoint
  make: (client: Client, limits?: Limits) => Promise<unknown>
  line: string
  body?: unknown
  answer: unknown
}
