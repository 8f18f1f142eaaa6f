// Loaded into every process of a product, it writes down what that was asked
// for, as the access log of a server does. The product has no such log.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

const file = process.env.COVAULT_ACCESS_LOG

if (file)
  subscribe('http.server.request.start', ({ request }) => {
    const { method, url, headers } = request
    appendFileSync(file, `${method} ${url} ${headers.referer ?? '-'}\n`)
  })
