import * as api from '@covault/api/transaction-service'
import type { AccessRule, Deed, FindSafe } from '../http/accessRule.js'
import { findSafesBy, readParam } from '../http/findSafe.js'
import { readModuleTransactionOf } from '../store/moduleTransactions.js'
import { findTransfer } from '../store/transferList.js'
import { readChainId } from './readChainId.js'
import { readPlaceId } from './wire/ids.js'

const find = findSafesBy(readChainId)

const byTransfer: FindSafe = async (context, request) => {
  const chainId = readChainId(context, request)
  const name = 'transferId'
  const id = String(readParam(request, name))
  const place = readPlaceId(id, { letters: 'ei', name })
  const found = await findTransfer(context.store, { chainId, ...place })
  return found && { chainId, safe: found.safe, hidden: true }
}

const byModuleTransaction: FindSafe = async (context, request) => {
  const chainId = readChainId(context, request)
  const name = 'moduleTransactionId'
  const id = String(readParam(request, name))
  const place = readPlaceId(id, { letters: 'i', name })
  const found = await readModuleTransactionOf(context.store, {
    chainId,
    ...place,
  })
  return found && { chainId, safe: found.safe, hidden: true }
}

type Group = readonly [AccessRule, readonly api.ServiceEndpoint[]]

const groups: readonly Group[] = [
  [
    { for: 'members', does: 'read' },
    [
      api.decodeServiceData,
      api.getServiceAbout,
      api.getServiceContract,
      api.getServiceDeployments,
      api.getServiceIndexing,
      api.getServiceNode,
      api.getServiceOperation,
      api.getServiceSingletons,
      api.getServiceToken,
      api.listServiceContracts,
      api.listServiceOperationConfirmations,
      api.listServiceTokenLists,
      api.listServiceTokens,
    ],
  ],
  [{ for: 'members', does: 'propose' }, [api.confirmServiceOperation]],
  [
    { for: 'visible', does: 'read' },
    [
      api.getServiceModuleSafes,
      api.getServiceOwnedSafes,
      api.listServiceModuleSafes,
      api.listServiceOwnedSafes,
    ],
  ],
  [
    ofSafe('read', find.inPath('address')),
    [
      api.estimateServiceTransaction,
      api.exportServiceTransfers,
      api.getServiceBalances,
      api.getServiceCreation,
      api.getServiceSafe,
      api.listServiceBalances,
      api.listServiceCollectibles,
      api.listServiceHistory,
      api.listServiceHistoryV1,
      api.listServiceIncoming,
      api.listServiceMessages,
      api.listServiceModuleTransactions,
      api.listServiceOperations,
      api.listServiceTransactions,
      api.listServiceTransactionsV1,
      api.listServiceTransfers,
    ],
  ],
  [
    ofSafe('propose', find.inPath('address')),
    [
      api.addServiceOperation,
      api.createServiceMessage,
      api.proposeServiceTransaction,
      api.removeServiceSafeDelegateV1,
    ],
  ],
  [
    ofSafe('read', find.byTransaction),
    [
      api.getServiceTransaction,
      api.getServiceTransactionV1,
      api.listServiceConfirmations,
    ],
  ],
  [
    ofSafe('propose', find.byTransaction),
    [api.confirmServiceTransaction, api.deleteServiceTransaction],
  ],
  [ofSafe('read', find.byMessage('messageHash')), [api.getServiceMessage]],
  [ofSafe('propose', find.byMessage('messageHash')), [api.signServiceMessage]],
  [ofSafe('read', byTransfer), [api.getServiceTransfer]],
  [ofSafe('read', byModuleTransaction), [api.getServiceModuleTransaction]],
  [ofSafe('read', find.inQuery), [api.listServiceDelegates]],
  [
    ofSafe('propose', find.inBody),
    [
      api.addServiceDelegate,
      api.addServiceDelegateV1,
      api.removeServiceDelegate,
      api.removeServiceDelegateV1,
    ],
  ],
]

function ofSafe(does: Deed, by: FindSafe): AccessRule {
  return { for: 'safe', does, find: by }
}

const rules = new Map(
  groups.flatMap(([rule, endpoints]) =>
    endpoints.map((endpoint) => [endpoint, rule] as const),
  ),
)

/** Who is answered by a call. One that is not listed has no rule. */
export function findServiceRule(endpoint: api.ServiceEndpoint): AccessRule {
  const rule = rules.get(endpoint)
  if (rule) return rule
  throw new TypeError(
    `${endpoint.method} ${endpoint.path} has no rule for access.`,
  )
}
