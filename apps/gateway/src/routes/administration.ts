import {
  createBackup,
  type EndpointWire,
  getAdministrator,
  getAuditLog,
  getGatewayCondition,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { makeBackup } from '../backups/startBackups.js'
import { readCondition } from '../commands/readCondition.js'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { assertKnownOrigin } from '../http/cors.js'
import { type HealthDependencies, readChainHealth } from '../http/health.js'
import type { Release } from '../http/release.js'
import { route } from '../http/route.js'
import { isAdministrator, requireSession } from '../http/session.js'
import { listActs, noteAct } from '../store/audit.js'
import { type BackupRun, readLastBackups } from '../store/backupRuns.js'
import { version } from '../version.js'

const pageSize = 50

/** For those whom the operator names: how the gateway goes, and who did what. */
export function administrationRoutes(
  app: FastifyInstance,
  context: Context,
  {
    release,
    health,
  }: { release: Release | undefined; health: HealthDependencies },
): void {
  const { store, log } = context
  const { access, backup } = context.config

  route(app, getAdministrator, async ({ request }) => {
    assertKnownOrigin(request, access)
    return { isAdministrator: await isAdministrator(context, request) }
  })

  route(app, getGatewayCondition, async () => {
    const { chains, database, disk, notices } = await readCondition(context)
    const { last, failed } = await readLastBackups(store)
    const states = await Promise.all(
      health.chains.map((chain) => readChainHealth(health, chain)),
    )
    return {
      version,
      releaseRoot: release?.root ?? null,
      chains: chains.map(({ chainId, head, indexed, safes }) => ({
        chainId: String(chainId),
        head: head === undefined ? null : Number(head),
        indexed: indexed === undefined ? null : Number(indexed),
        safes,
        problem:
          states.find((state) => state.chainId === String(chainId))?.reason ??
          null,
      })),
      database: { ...database, problem: database.problem ?? null },
      disk: disk ?? null,
      notices,
      backups: {
        every: backup?.everyMs ?? null,
        last: last && toBackupRun(last),
        failed: failed && toBackupRun(failed),
      },
    }
  })

  route(app, getAuditLog, async ({ query }) => {
    const before = query.before === undefined ? undefined : BigInt(query.before)
    const acts = await listActs(store, { before, limit: pageSize + 1 })
    return {
      entries: acts.slice(0, pageSize).map(({ id, at, ...entry }) => ({
        ...entry,
        id: String(id),
        at: at.getTime(),
      })),
      hasMore: acts.length > pageSize,
    }
  })

  route(app, createBackup, async ({ request }) => {
    assertKnownOrigin(request, access)
    const { address: account } = await requireSession(context, request)
    if (!backup)
      throw new RuleFailure(
        'The configuration of this gateway has no backups. Set backup.every first.',
      )
    await makeBackup({ backup, store, log })
    await noteAct(store, { account, act: 'made a backup', subject: '' })
    const { last } = await readLastBackups(store)
    if (!last) throw new TypeError('The backup was made, but not recorded.')
    return toBackupRun(last)
  })
}

function toBackupRun(run: BackupRun): EndpointWire<typeof createBackup> {
  const { startedAt, rows, bytes, problem } = run
  return {
    ...{ rows, problem },
    started: startedAt.getTime(),
    bytes: bytes === null ? null : Number(bytes),
  }
}
