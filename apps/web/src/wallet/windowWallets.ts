/** Wallets of the time before EIP-6963 say who they are by a flag. */
type Flagged = { readonly [flag: string]: unknown }

/** The provider with this flag among those that browsers put in the window. */
export function readInjected(flag: string): object | undefined {
  const ethereum: unknown = Reflect.get(window, 'ethereum')
  if (!isRecord(ethereum)) return undefined
  const { providers } = ethereum
  const all = Array.isArray(providers) ? providers.filter(isRecord) : [ethereum]
  return all.find((provider) => provider[flag] === true)
}

/** As RainbowKit decides whether to show its mobile modals. */
export function isMobileBrowser(): boolean {
  return /android|iPhone|iPod|iPad/i.test(navigator.userAgent)
}

function isRecord(value: unknown): value is Flagged {
  return typeof value === 'object' && value !== null
}
