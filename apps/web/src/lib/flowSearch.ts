import type { AppSearch } from './searchText.js'

/** What every flow that can be opened is called in links. */
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
  | 'add-proposer'
  | 'remove-proposer'
  | 'reject'
  | 'confirm'
  | 'execute'
  | 'delete'
  | 'bulk-execute'
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
  return ({ safe }: AppSearch): AppSearch => ({
    ...(safe === undefined ? {} : { safe }),
    flow,
    ...subject,
  })
}
