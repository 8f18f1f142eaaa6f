/** Banner, footer and review say an outage in the same words. */
export function writeUnreachable(name: string): string {
  return `Can’t reach ${name}. Retrying…`
}

/** Of what the bytes tell alone. */
export function writeUnchecked(name: string, isUnreached: boolean): string {
  return isUnreached ? `Not checked: can’t reach ${name}` : 'Not checked'
}

/** The shell's one line where there is no gateway, or none that answers. */
export const aloneTitle = 'Working without the gateway'

/** What the pages of a folder lack, each in the place where it is missed. */
export const missing = {
  prices:
    'Without the gateway there are no prices. Amounts are read from the chain.',
  history:
    'Read from the chain’s latest blocks. Older transactions, notes, filters and incoming payments that leave no log entry need the gateway.',
  filters:
    'Without the gateway, the history is read from the chain’s latest blocks and can’t be filtered.',
  queue:
    'Only transactions that this browser has. Ask the other owners for a link, a file or a code to add theirs.',
  messages:
    'Only messages that this browser has. Ask the other owners for a link, a file or a code to add theirs.',
  apps: 'Opened from a folder, Covault can’t show other sites inside its page. Open it from a gateway to use Safe Apps and WalletConnect.',
  proposers:
    'A gateway stores the list of proposers, and this page runs without one.',
  list: 'This list comes from a gateway, and this page runs without one. To see the list, enter the address of a gateway in Settings, Servers.',
} as const

/** Of lists that are the gateway's, while it is not heard: what else it may list is not known. */
export const unheard = {
  list: {
    away: 'The gateway can’t be reached and may list more. Its list returns when it answers.',
    unread: 'The gateway’s list can’t be read and may have more.',
  },
  waiting: {
    away: 'Nothing in this browser needs a signature. The gateway can’t be reached and may list more.',
    unread:
      'Nothing in this browser needs a signature. The gateway’s list can’t be read and may have more.',
    none: 'Nothing in this browser needs a signature. Other owners may have transactions that were not imported here.',
  },
} as const
