import type { Address } from 'viem'

/** Why somebody might not want to see a token, and how much that weighs. */
const weights = {
  /** On no token list. */
  unlisted: 2,
  /** The safe never moved it nor asked for it. */
  unsolicited: 1,
  'address-in-name': 3,
  'lure-in-name': 3,
  'hidden-characters': 3,
  'mixed-scripts': 3,
  /** Called like a listed token or the native currency. */
  'imitates-listed': 4,
  /** Came to many in one transaction. */
  'mass-airdrop': 2,
  /** Logged that it left the safe, though the safe did nothing. */
  'forged-transfer': 4,
  /** Says that the holder who is asked about has some. */
  'balance-for-everybody': 4,
  'no-code': 4,
  'no-name': 2,
  'bad-decimals': 2,
  'false-interfaces': 4,
  /** Nothing was ever moved. */
  'zero-value': 3,
} as const

export type SpamReason = keyof typeof weights

export type SpamScore = { score: number; reasons: SpamReason[] }

/** From here on it is not shown unless asked for. */
export const spamThreshold = 4

export type TokenFacts = {
  address: Address
  name: string | null
  symbol: string | null
  flaws: readonly string[]
}

/** What a token did to one safe. */
export type TokenConduct = {
  solicited: boolean
  forged: boolean
  worth: boolean
}

/** Symbols people rely on, by what they look like. */
export type TrustedSymbols = ReadonlySet<string>

export function scoreToken(parameters: {
  token: TokenFacts
  listed: boolean
  trustedSymbols: TrustedSymbols
  conduct?: TokenConduct | undefined
}): SpamScore {
  const { token, listed, trustedSymbols, conduct } = parameters
  if (listed) return { score: 0, reasons: [] }
  const found: Record<SpamReason, boolean> = {
    unlisted: true,
    unsolicited: conduct ? !conduct.solicited : false,
    'forged-transfer': conduct?.forged ?? false,
    'zero-value': conduct ? !conduct.worth : false,
    ...readName(token),
    'imitates-listed': imitates(token, trustedSymbols),
    'hidden-characters': token.flaws.includes('hidden-characters'),
    'mass-airdrop':
      token.flaws.includes('mass-airdrop') && !(conduct?.solicited ?? false),
    'balance-for-everybody': token.flaws.includes('balance-for-everybody'),
    'no-code': token.flaws.includes('no-code'),
    'no-name':
      token.flaws.includes('no-name') || token.flaws.includes('no-symbol'),
    'bad-decimals': token.flaws.includes('bad-decimals'),
    'false-interfaces': token.flaws.includes('false-interfaces'),
  }
  const reasons = allReasons.filter((reason) => found[reason])
  return {
    score: reasons.reduce((sum, reason) => sum + weights[reason], 0),
    reasons,
  }
}

const allReasons = Object.keys(weights) as SpamReason[]

function readName({ name, symbol }: TokenFacts) {
  const text = `${name ?? ''} ${symbol ?? ''}`
  return {
    'address-in-name': addressInText.test(text),
    'lure-in-name': lure.test(text),
    'mixed-scripts': [name, symbol].some(
      (part) => part !== null && mixesScripts(part),
    ),
  }
}

/** `https://x`, `www.x`, `t.me/x`, `name.tld`: an invitation to go elsewhere. */
const addressInText =
  /https?:|www\.|t\.me\/|[\p{L}\p{N}-]{2,}\.(?:[a-z]{2,}|xn--[a-z0-9-]+)(?![\p{L}])/iu

const lure =
  /\b(?:claim|claims|claimed|visit|airdrop|airdrops|reward|rewards|voucher|giveaway|redeem)\b|\$\s?\d/i

/** Letters of scripts that look alike within one word. */
function mixesScripts(text: string): boolean {
  return text
    .split(/[^\p{L}]+/u)
    .some(
      (word) =>
        [
          /\p{Script=Latin}/u,
          /\p{Script=Cyrillic}/u,
          /\p{Script=Greek}/u,
        ].filter((script) => script.test(word)).length > 1,
    )
}

function imitates(
  { symbol, name }: TokenFacts,
  trustedSymbols: TrustedSymbols,
): boolean {
  return [symbol, name].some(
    (text) => text !== null && trustedSymbols.has(toSkeleton(text)),
  )
}

/** Two texts with one skeleton look the same at a glance. */
export function toSkeleton(text: string): string {
  return [...text.normalize('NFKD')]
    .map((character) => lookAlikes.get(character) ?? character)
    .join('')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'O')
    .replace(/[1|]/g, 'I')
    .replaceAll('L', 'I')
    .replaceAll('5', 'S')
}

const lookAlikes = new Map(
  (
    [
      ['АВЕЅЗІЈКМНОРСТУХ', 'ABES3IJKMHOPCTYX'],
      ['авеѕзіјкмнорстухԁ', 'abes3ijkmhopctyxd'],
      ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
      ['αβεικνορτυχς', 'abeiknoptyxc'],
      ['ₚƉĐɗ', 'pDDd'],
    ] as const
  ).flatMap(([from, to]) =>
    [...from].map((character, index): [string, string] => [
      character,
      to[index] ?? character,
    ]),
  ),
)
