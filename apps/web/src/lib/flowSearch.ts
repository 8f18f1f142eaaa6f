import type { Address, Hex } from 'viem'
import { toSafeSearch } from './safeParameter.js'
import type { AppSearch } from './searchText.js'
import { writeTransactionId } from './transactionId.js'

/** What every flow that can be opened is called in links, and no other. */
export type FlowName =
  | 'send-tokens'
  | 'send-collectibles'
  | 'batch'
  | 'builder'
  | 'signers'
  | 'modules'
  | 'guard'
  | 'module-guard'
  | 'fallback-handler'
  | 'spending-limit'
  | 'remove-limit'
  | 'reset-limit'
  | 'spend-limit'
  | 'update-version'
  | 'nested-safe'
  | 'approve-hash'
  | 'add-proposer'
  | 'remove-proposer'
  | 'reject'
  | 'confirm'
  | 'delete'
  | 'bulk-execute'
  | 'app-request'
  | 'app-message'
  | 'message'
  | 'confirm-message'

/** Opens a flow over the page that is shown, for the same safe. */
export function openFlow(
  flow: FlowName,
  subject: Pick<
    AppSearch,
    'id' | 'messageHash' | 'nonce' | 'token' | 'recipient'
  > = {},
) {
  return ({ safe, appUrl }: AppSearch): AppSearch => ({
    ...(safe === undefined ? {} : { safe }),
    // The page below may be an open app, which must stay open.
    ...(appUrl === undefined ? {} : { appUrl }),
    flow,
    ...subject,
  })
}

/** Signs a transaction of one safe as another that owns it. */
export function openApproval({
  chain,
  parent,
  child,
  safeTxHash,
}: {
  chain: { shortName: string }
  parent: Address
  child: Address
  safeTxHash: Hex
}): AppSearch {
  const id = writeTransactionId({ safe: child, safeTxHash })
  return openFlow('approve-hash', { id })(
    toSafeSearch({ chain, address: parent }),
  )
}
