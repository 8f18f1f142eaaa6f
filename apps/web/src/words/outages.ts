/** Banner, footer and review say an outage in the same words. */
export function writeUnreachable(name: string): string {
  return `Can’t reach ${name}. Retrying…`
}

/** The shell's one line where there is no gateway, or none that answers. */
export const aloneTitle = 'Working without the gateway'

/** What the pages of a folder lack, each in the place where it is missed. */
export const missing = {
  prices: 'Prices come from a gateway. Amounts are read from the chain.',
  history:
    'Read from the chain’s last blocks. Older transactions, notes, filters and incoming payments without a log need a gateway.',
  filters:
    'Without the gateway, the history is read from the chain’s last blocks and can’t be filtered.',
  queue:
    'Only transactions that this browser has. Ask the other owners for a link, a file or a code to add theirs.',
  messages:
    'Only messages that this browser has. Ask the other owners for a link, a file or a code to add theirs.',
  apps: 'A page from a folder shows no other sites inside it. Open Covault from a gateway to use Safe Apps and WalletConnect.',
  proposers:
    'A gateway stores the list of proposers, and this page runs without one.',
  list: 'This list comes from a gateway, and this page runs without one. To see the list, enter the address of a gateway in Settings, Servers.',
} as const
