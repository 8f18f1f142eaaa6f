import type { ChainFeature } from '@covault/protocol'
import {
  IconArrowUpRight,
  IconCode,
  IconPlaylistAdd,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Address, Hex } from 'viem'
import { toSafeSearch } from './safeParameter.js'
import type { AppSearch } from './searchText.js'
import { writeTransactionId } from './transactionId.js'

type Entry = {
  title: string
  /** Without it the network's configuration leaves the flow out. */
  feature?: ChainFeature
  /** How it is found among the commands; without one it needs a subject. */
  command?: { label: string; keys: string; Icon: TablerIcon }
}

/** Every flow by the name that links carry, and what people read of it. */
const entries = {
  'send-tokens': {
    title: 'Send tokens',
    command: {
      label: 'Send tokens',
      keys: 'send pay transfer',
      Icon: IconArrowUpRight,
    },
  },
  'send-collectibles': { title: 'Send collectibles', feature: 'ERC721' },
  builder: {
    title: 'Transaction builder',
    feature: 'CONTRACT_INTERACTION',
    command: {
      label: 'Call a contract',
      keys: 'build contract call abi transaction',
      Icon: IconCode,
    },
  },
  batch: {
    title: 'Draft batch',
    command: {
      label: 'Open the draft batch',
      keys: 'draft batch calls import',
      Icon: IconPlaylistAdd,
    },
  },
  signers: { title: 'Change owners or threshold' },
  modules: { title: 'Change modules' },
  guard: { title: 'Change guard' },
  'module-guard': { title: 'Change module guard' },
  'fallback-handler': { title: 'Change fallback handler' },
  'spending-limit': {
    title: 'Set spending limit',
    feature: 'SPENDING_LIMIT',
  },
  'remove-limit': { title: 'Remove spending limit' },
  'reset-limit': { title: 'Reset spending limit' },
  'spend-limit': { title: 'Spend from a limit' },
  'update-version': { title: 'Upgrade contract' },
  'nested-safe': { title: 'Create nested safe' },
  'approve-hash': { title: 'Sign as this safe' },
  'add-proposer': { title: 'Add proposer' },
  'remove-proposer': { title: 'Remove proposer' },
  'share-names': { title: 'Share names' },
  reject: { title: 'Reject a transaction' },
  confirm: { title: 'Review' },
  share: { title: 'Share' },
  comment: { title: 'Add comment' },
  delete: { title: 'Delete from the queue' },
  'bulk-execute': { title: 'Execute several transactions' },
  'app-request': { title: 'App request' },
  'app-message': { title: 'App message' },
  message: { title: 'New message' },
  'confirm-message': { title: 'Review a message' },
} as const satisfies Record<string, Entry>

export type FlowName = keyof typeof entries

export const flowList: Readonly<Record<FlowName, Entry>> = entries

/** Those that somebody can begin with nothing but a safe. */
export const flowCommands = Object.entries(flowList).flatMap(
  ([flow, { command, feature }]) =>
    command ? [{ flow: flow as FlowName, feature, ...command }] : [],
)

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
