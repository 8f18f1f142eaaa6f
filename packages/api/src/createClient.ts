import * as z from 'zod/mini'
import type { Endpoint, EndpointResponse } from './endpoint'

export type Client = { readonly baseUrl: string }

export function createClient({ baseUrl }: { baseUrl: string }): Client {
  return { baseUrl: baseUrl.replace(/\/+$/, '') }
}

export async function call<E extends Endpoint>(
  client: Client,
  endpoint: E,
  { signal }: { signal?: AbortSignal } = {},
): Promise<EndpointResponse<E>> {
  const response = await fetch(
    `${client.baseUrl}${endpoint.path}`,
    signal ? { signal } : {},
  )
  const body: unknown = await response.json()
  return z.decode(endpoint.response, body) as EndpointResponse<E>
}
