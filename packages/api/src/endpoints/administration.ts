import * as z from 'zod/mini'
import { address, chainId, milliseconds, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

export const getAdministrator = defineEndpoint({
  method: 'GET',
  path: '/v1/administration',
  summary: 'Whether the signed-in account is an administrator of this gateway',
  response: z.object({ isAdministrator: z.boolean() }),
  session: true,
})

const backupRun = z.object({
  started: milliseconds,
  rows: orNull(z.number()),
  bytes: orNull(z.number()),
  problem: orNull(z.string()),
})
export type BackupRun = z.output<typeof backupRun>

const condition = z.object({
  version: z.string(),
  /** Of the release that is served; null where nobody has signed one. */
  releaseRoot: orNull(z.string()),
  chains: z.array(
    z.object({
      chainId,
      /** Null where no RPC endpoint answers. */
      head: orNull(z.number()),
      indexed: orNull(z.number()),
      safes: z.number(),
      /** What readiness says is wrong with it. */
      problem: orNull(z.string()),
    }),
  ),
  database: z.object({ bytes: z.number(), problem: orNull(z.string()) }),
  /** Of the data folder; null where the system does not tell. */
  disk: orNull(z.object({ free: z.number(), total: z.number() })),
  /** Webhooks and mailboxes: those no longer told, and those tried again. */
  notices: z.object({
    receivers: z.number(),
    parked: z.number(),
    failing: z.number(),
  }),
  backups: z.object({
    /** Milliseconds between two; null where nobody wants any. */
    every: orNull(z.number()),
    last: orNull(backupRun),
    /** Since the last one. */
    failed: orNull(backupRun),
  }),
})
export type GatewayCondition = z.output<typeof condition>

export const getGatewayCondition = defineEndpoint({
  method: 'GET',
  path: '/v1/administration/condition',
  summary: 'Status of the gateway, for its administrators',
  response: condition,
  session: true,
})

const auditEntry = z.object({
  id: z.string(),
  at: milliseconds,
  /** Null: the operator, on the machine itself. */
  account: orNull(address),
  act: z.string(),
  subject: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const getAuditLog = defineEndpoint({
  method: 'GET',
  path: '/v1/administration/audit',
  summary: 'Sign-ins, token changes and administrator actions, newest first',
  query: z.object({
    /** The id of the last entry that is known. */
    before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  response: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
  session: true,
})

export const createBackup = defineEndpoint({
  method: 'POST',
  path: '/v1/administration/backups',
  summary: 'Make a backup now',
  response: backupRun,
  status: 201,
  session: true,
})
