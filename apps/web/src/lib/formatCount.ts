const number = new Intl.NumberFormat('en')
const rules = new Intl.PluralRules('en')

/** What is counted on the screen, each with its plural. */
const plurals = {
  account: 'accounts',
  app: 'apps',
  'app permission': 'app permissions',
  approval: 'approvals',
  block: 'blocks',
  byte: 'bytes',
  call: 'calls',
  change: 'changes',
  character: 'characters',
  check: 'checks',
  collectible: 'collectibles',
  column: 'columns',
  comment: 'comments',
  contact: 'contacts',
  contract: 'contracts',
  'custom app': 'custom apps',
  danger: 'dangers',
  dapp: 'dapps',
  day: 'days',
  'earlier limit': 'earlier limits',
  element: 'elements',
  entry: 'entries',
  event: 'events',
  'existing signature': 'existing signatures',
  fee: 'fees',
  file: 'files',
  finding: 'findings',
  frame: 'frames',
  function: 'functions',
  hour: 'hours',
  message: 'messages',
  minute: 'minutes',
  module: 'modules',
  'more change': 'more changes',
  'more finding': 'more findings',
  'more line': 'more lines',
  'more movement': 'more movements',
  'more payment': 'more payments',
  'more range': 'more ranges',
  'more row': 'more rows',
  'more signature': 'more signatures',
  'more token': 'more tokens',
  movement: 'movements',
  name: 'names',
  network: 'networks',
  'new signature': 'new signatures',
  nonce: 'nonces',
  'open danger': 'open dangers',
  'other transaction': 'other transactions',
  owner: 'owners',
  'owner signature': 'owner signatures',
  payment: 'payments',
  piece: 'pieces',
  'pinned app': 'pinned apps',
  receiver: 'receivers',
  record: 'records',
  row: 'rows',
  rule: 'rules',
  safe: 'safes',
  'saved safe': 'saved safes',
  signature: 'signatures',
  token: 'tokens',
  transaction: 'transactions',
  warning: 'warnings',
} as const

export type Noun = keyof typeof plurals

export function formatNumber(value: number | bigint): string {
  return number.format(value)
}

/** "1 safe", "2 safes". */
export function formatCount(count: number, noun: Noun): string {
  const words = choosePlural(count, { one: noun, other: plurals[noun] })
  return `${formatNumber(count)} ${words}`
}

/** What else changes with a number: "was" or "were". */
export function choosePlural<One, Other>(
  count: number,
  forms: { one: One; other: Other },
): One | Other {
  return rules.select(count) === 'one' ? forms.one : forms.other
}

const list = new Intl.ListFormat('en')

/** "Alice", "Alice and Bob", "Alice, Bob, and Carol". */
export function listWords(words: readonly string[]): string {
  return list.format(words)
}
