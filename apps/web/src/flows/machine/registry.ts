import type { FlowName } from '../../lib/flowSearch.js'
import type { AnyFlow } from './flow.js'

/** Every flow, by the name that links carry. Its code comes when it opens. */
export const flows = {
  'send-tokens': async () => (await import('../sendTokens/flow.js')).sendTokens,
  'send-collectibles': async () =>
    (await import('../sendCollectibles/flow.js')).sendCollectibles,
  batch: async () => (await import('../batch/flow.js')).batch,
  builder: async () => (await import('../builder/flow.js')).builder,
  signers: async () => (await import('../signers/flow.js')).signers,
  modules: async () => (await import('../safeContracts/flow.js')).modules,
  guard: async () => (await import('../safeContracts/flow.js')).guard,
  'module-guard': async () =>
    (await import('../safeContracts/flow.js')).moduleGuard,
  'fallback-handler': async () =>
    (await import('../safeContracts/flow.js')).fallbackHandler,
  'spending-limit': async () =>
    (await import('../spendingLimits/flow.js')).spendingLimit,
  'remove-limit': async () =>
    (await import('../spendingLimits/flow.js')).removeLimit,
  'reset-limit': async () =>
    (await import('../spendingLimits/flow.js')).resetLimit,
  'spend-limit': async () =>
    (await import('../spendingLimits/spendFlow.js')).spendLimit,
  'update-version': async () =>
    (await import('../updateVersion/flow.js')).updateVersion,
  'nested-safe': async () => (await import('../nestedSafe/flow.js')).nestedSafe,
  'approve-hash': async () =>
    (await import('../approveHash/flow.js')).approveHash,
  'add-proposer': async () =>
    (await import('../proposers/flow.js')).addProposer,
  'remove-proposer': async () =>
    (await import('../proposers/flow.js')).removeProposer,
  'share-names': async () => (await import('../shareNames/flow.js')).shareNames,
  reject: async () => (await import('../reject/flow.js')).reject,
  confirm: async () => (await import('../confirm/flow.js')).confirm,
  share: async () => (await import('../share/flow.js')).share,
  comment: async () => (await import('../comment/flow.js')).comment,
  delete: async () =>
    (await import('../deleteTransaction/flow.js')).deleteTransaction,
  'bulk-execute': async () =>
    (await import('../bulkExecute/flow.js')).bulkExecute,
  'app-request': async () => (await import('../appRequest/flow.js')).appRequest,
  'app-message': async () => (await import('../message/appFlow.js')).appMessage,
  message: async () => (await import('../message/flow.js')).message,
  'confirm-message': async () =>
    (await import('../confirm/flow.js')).confirmMessage,
} as const satisfies Record<FlowName, () => Promise<AnyFlow>>

/** Those whose code has come, by name. */
const here = new Map<string, AnyFlow>()

export function findFlow(
  name: string | undefined,
): (() => Promise<AnyFlow>) | undefined {
  const [known] = Object.entries(flows).filter(([id]) => id === name)
  if (!known) return undefined
  const [id, load] = known
  return async () => {
    const flow = await load()
    here.set(id, flow)
    return flow
  }
}

/** Drawn in the turn that asks for it, where it was loaded before. */
export function findFlowHere(name: string): AnyFlow | undefined {
  return here.get(name)
}
