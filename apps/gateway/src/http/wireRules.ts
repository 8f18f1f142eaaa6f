import * as api from '@covault/api'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { readModuleTransactionOf } from '../store/moduleTransactions.js'
import { parseTransactionId } from '../wire/transactionId.js'
import type { AccessRule, Deed, FindSafe } from './accessRule.js'
import { findOfTransaction, findSafesBy, readParam } from './findSafe.js'

function readChainId(_context: Context, request: FastifyRequest): number {
  const chainId = String(readParam(request, 'chainId'))
  if (!/^\d{1,15}$/.test(chainId)) throw new NotFoundFailure()
  return Number(chainId)
}

const find = findSafesBy(readChainId)

const findById: FindSafe = async (context, request) => {
  const chainId = readChainId(context, request)
  const id = parseTransactionId(String(readParam(request, 'transactionId')))
  if (id?.kind === 'multisig')
    return findOfTransaction(context, { chainId, safeTxHash: id.safeTxHash })
  if (id?.kind !== 'module') return id && { chainId, safe: id.safe }
  const found = await readModuleTransactionOf(context.store, { chainId, ...id })
  return found && { chainId, safe: found.safe, hidden: true }
}

const groups: readonly (readonly [AccessRule, readonly api.Endpoint[]])[] = [
  [
    { for: 'anyone' },
    [
      api.getAbout,
      api.getAppConfig,
      api.getChain,
      api.getChains,
      api.getLiveness,
      api.getReadiness,
    ],
  ],
  [
    { for: 'own session' },
    [
      api.confirmEmail,
      api.createAccessToken,
      api.createReceiver,
      api.deleteAccessToken,
      api.getAdministrator,
      api.deleteEmail,
      api.deleteReceiver,
      api.getAccessTokens,
      api.getAuthNonce,
      api.getNotices,
      api.getSessionUser,
      api.logOut,
      api.resumeReceiver,
      api.saveMailChoices,
      api.setEmail,
      api.verifyAuth,
    ],
  ],
  [
    { for: 'administrators' },
    [api.createBackup, api.getAuditLog, api.getGatewayCondition],
  ],
  [
    { for: 'members', does: 'read' },
    [
      api.askRpc,
      api.decodeData,
      api.getChainAbout,
      api.getContract,
      api.getFiatCodes,
      api.getIndexingStatus,
      api.getMasterCopies,
      api.getOutreaches,
      api.getPricesThen,
      api.getRelayAllowance,
      api.getSafeApps,
    ],
  ],
  [
    { for: 'visible', does: 'read' },
    [
      api.getLive,
      api.getOwnedSafes,
      api.getOwnedSafesByChain,
      api.getSafeOverviews,
    ],
  ],
  [ofSafe('read', find.inPath('address')), [api.watchSafe]],
  [
    ofSafe('read', find.inPath('safe_address')),
    [api.estimateTransaction, api.previewTransaction],
  ],
  [
    ofSafe('propose', find.inPath('safe_address')),
    [api.createMessage, api.proposeTransaction],
  ],
  [
    ofSafe('propose', find.inPath('address')),
    [
      api.changeNames,
      api.createComment,
      api.deleteComment,
      api.deleteDraft,
      api.moveIn,
    ],
  ],
  [ofSafe('read', findById), [api.getTransaction]],
  [
    ofSafe('propose', find.byTransaction),
    [api.confirmTransaction, api.deleteTransaction],
  ],
  [ofSafe('read', find.byMessage('message_hash')), [api.getMessage]],
  [ofSafe('propose', find.byMessage('message_hash')), [api.signMessage]],
  [ofSafe('read', find.inQuery), [api.getDelegates]],
  [ofSafe('propose', find.inBody), [api.addDelegate, api.removeDelegate]],
]

function ofSafe(does: Deed, by: FindSafe): AccessRule {
  return { for: 'safe', does, find: by }
}

const rules = new Map(
  groups.flatMap(([rule, endpoints]) =>
    endpoints.map((endpoint) => [endpoint, rule] as const),
  ),
)

/**
 * Who is answered by a call of the wire. Whatever is only read at a safe's own
 * path is for those who may see that safe; any other call is in the list, or it
 * has no rule.
 */
export function findWireRule(endpoint: api.Endpoint): AccessRule {
  const rule = rules.get(endpoint) ?? findReadRule(endpoint)
  if (rule) return rule
  throw new TypeError(
    `${endpoint.method} ${endpoint.path} has no rule for access.`,
  )
}

function findReadRule({ method, path }: api.Endpoint): AccessRule | undefined {
  const [, name] = /\/safes\/\{(address|safe_address)\}/.exec(path) ?? []
  return method === 'GET' && name
    ? ofSafe('read', find.inPath(name))
    : undefined
}
