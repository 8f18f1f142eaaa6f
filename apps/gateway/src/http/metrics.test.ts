import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addRequestMetrics, createMetrics } from './metrics.js'

const boardFile = new URL('../../../../docs/grafana.json', import.meta.url)
const boardShape = z.object({
  panels: z.array(
    z.object({
      targets: z.array(z.object({ expr: z.string() })).optional(),
    }),
  ),
})

test('the board of the docs shows no metric that does not exist', async () => {
  const { panels } = boardShape.parse(
    JSON.parse(readFileSync(boardFile, 'utf8')),
  )
  const shown = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => [
      ...expr.matchAll(/\b(?:covault|process|nodejs)_\w+/g),
    ]),
  )
  const metrics = createMetrics().registry.getMetricsAsArray()
  const names = new Set(
    metrics.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`]),
  )
  expect(shown.length).toBeGreaterThan(15)
  expect(
    shown.map(([name]) => name).filter((name) => !names.has(name)),
  ).toEqual([])
})

test('requests are measured by route and outcome, without what was asked for', async () => {
  const metrics = createMetrics()
  const app = fastify()
  addRequestMetrics(app, { metrics })
  app.get('/safes/:address', async (request, reply) => {
    if (request.headers.fails) reply.code(503)
    return {}
  })
  await app.inject('/safes/0x01')
  await app.inject({ url: '/safes/0x02', headers: { fails: 'yes' } })
  await app.inject('/nowhere/0x03')
  const text = await metrics.registry.metrics()
  const count = (route: string, status: string) =>
    text.includes(
      `covault_http_seconds_count{method="GET",route="${route}",status="${status}"} 1`,
    )
  expect(count('/safes/:address', '2xx')).toBe(true)
  expect(count('/safes/:address', '5xx')).toBe(true)
  expect(count('none', '4xx')).toBe(true)
  expect(text).not.toContain('0x0')
  await app.close()
})
