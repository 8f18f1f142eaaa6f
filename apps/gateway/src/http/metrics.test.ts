import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sumUses } from '../store/pool.js'
import { addRequestMetrics, createMetrics } from './metrics.js'

const boardFile = new URL('../../../../docs/grafana.json', import.meta.url)
const boardShape = z.object({
  panels: z.array(
    z.object({
      targets: z.array(z.object({ expr: z.string() })).optional(),
    }),
  ),
})

test('the board of the docs shows no metric that does not exist, and nearly all of ours', async () => {
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
  const isShown = (name: string) =>
    shown.some(([each]) => each.replace(/_(bucket|count)$/, '') === name)
  const own = metrics.map(({ name }) => name)
  expect(
    own.filter((name) => name.startsWith('covault_') && !isShown(name)),
  ).toEqual(['covault_head', 'covault_cursor', 'covault_release_root'])
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
  expect(text).toContain('covault_refused_total{status="503"} 1\n')
  expect(text).not.toContain('0x0')
  await app.close()
})

test('where a chain stands is told by who indexes it, and no longer', async () => {
  const metrics = createMetrics()
  const progress = {
    ...{ role: 'leader', head: 12n, cursor: 10n, lookedAt: undefined },
    ...{ problem: undefined, safeBySafe: false },
  }
  metrics.readProgress(new Map([[31337, progress]]))
  expect(await metrics.registry.metrics()).toContain(
    'covault_lag_blocks{chain="31337"} 2\n',
  )
  progress.role = 'standby'
  const text = await metrics.registry.metrics()
  expect(text).not.toMatch(/^covault_(lag_blocks|head|cursor)\{/m)
  expect(text).toContain('covault_leader{chain="31337"} 0\n')
})

test('how late a change is told is never less than nothing', async () => {
  const metrics = createMetrics()
  metrics.observeChange(new Date(Date.now() + 5_000))
  metrics.observeChange(new Date(Date.now() - 200))
  const text = await metrics.registry.metrics()
  expect(text).toContain('covault_change_seconds_bucket{le="0.01"} 1\n')
  expect(text).toContain('covault_change_seconds_count 2\n')
})

test('connections of several pools are told together', () => {
  const use = { busy: 1, idle: 2, waiting: 3 }
  expect(sumUses([{ primary: use }, { primary: use }])).toEqual({
    primary: { busy: 2, idle: 4, waiting: 6 },
  })
  expect(sumUses([{ primary: use, replica: use }, { primary: use }])).toEqual({
    primary: { busy: 2, idle: 4, waiting: 6 },
    replica: use,
  })
})

test('connections and reads are told by server', async () => {
  const metrics = createMetrics()
  metrics.readUse(() => ({
    connections: {
      primary: { busy: 1, idle: 2, waiting: 0 },
      replica: { busy: 3, idle: 0, waiting: 4 },
    },
    reads: { primary: 5, replica: 6 },
    streams: 0,
  }))
  await metrics.registry.metrics()
  const text = await metrics.registry.metrics()
  const name = 'covault_database_connections'
  expect(text).toContain(`${name}{server="primary",state="idle"} 2\n`)
  expect(text).toContain(`${name}{server="replica",state="waiting"} 4\n`)
  expect(text).toContain('covault_reads_total{server="replica"} 6\n')
})
