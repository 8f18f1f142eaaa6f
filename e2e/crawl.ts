import type { APIRequestContext, APIResponse } from '@playwright/test'

/** What is served to be read by programs, and where its paths begin. */
const documents = [
  ['/api-json', ''],
  ['/tx-service/local1/schema/', '/tx-service/local1/api'],
] as const

/** Calls without an end: they are asked for by themselves. */
const streams = ['/v1/live']

/**
 * Calls everything that a gateway describes, its stream, and every file of the
 * app, for one safe and one of its transactions.
 */
export async function* crawl(
  request: APIRequestContext,
  { address, safeTxHash }: { address: string; safeTxHash: string },
): AsyncGenerator<{ call: string; reply: APIResponse; isApi: boolean }> {
  const values: Record<string, string> = {
    ...{ chainId: '31337', address, safe_address: address },
    ...{ delegate: address, currency: 'USD', fiatCode: 'USD', id: '1' },
    transactionId: `multisig_${address}_${safeTxHash}`,
    transferId: `e${safeTxHash.slice(2)}0`,
    moduleTransactionId: `i${safeTxHash.slice(2)}0`,
  }
  const fill = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? safeTxHash)
  for (const [document, prefix] of documents) {
    const { paths } = await (await request.get(document)).json()
    for (const [path, methods] of Object.entries<object>(paths))
      for (const method of Object.keys(methods)) {
        const query = streams.includes(path) ? `?safes=31337:${address}` : ''
        const url = `${prefix}${fill(path)}${query}`
        const reply = await request.fetch(url, {
          method,
          ...(method !== 'get' && { data: { safe: address, data: '0x' } }),
        })
        yield { call: `${method} ${url}`, reply, isApi: true }
      }
  }
  const page = await request.get(`/home?safe=local1:${address}`)
  const names = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)]
  for (const url of [
    '/',
    '/app-config',
    ...names.map(([, name]) => name ?? ''),
  ])
    yield { call: `get ${url}`, reply: await request.get(url), isApi: false }
}
