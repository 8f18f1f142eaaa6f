import {
  createCallLibraries,
  fallbackHandlers,
  findDeploymentByAddress,
  formatTelling,
  formatWords,
  type Intent,
  migrations,
  multiSends,
  proxyFactories,
  type Reported,
  signMessageLibraries,
  singletons,
  type Telling,
  type Tense,
  tellIntent,
  type Words,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { groupDigits } from '../../lib/formatAmount.js'
import type { ContractFacts } from '../../trust/contracts.js'

export type NameOf = (address: Address) => string | undefined

/** The whole transaction in one sentence, with the reader's own names. */
export function describeIntent(
  intent: Intent | Reported,
  nameOf: NameOf,
  { tense }: { tense?: Tense | undefined } = {},
): string {
  return formatSentence(tellIntent(intent, { tense }), nameOf)
}

/** What was told, as a headline says it. */
export function formatSentence(telling: Telling, nameOf: NameOf): string {
  return formatTelling(telling, {
    ...chooseWords(nameOf),
    omitCandidates: true,
  })
}

/** Words that stand by themselves, as a headline says them. */
export function writeWords(words: Words, nameOf: NameOf): string {
  return formatWords(words, chooseWords(nameOf))
}

/** One line of the outline; what is inside has lines of its own. */
export function describeCall(
  intent: Intent | undefined,
  nameOf: NameOf,
): string {
  // The method and the contract stand before these words.
  if (!intent || intent.kind === 'contractCall') return ''
  return formatTelling(tellIntent(intent), {
    ...chooseWords(nameOf),
    omitInside: true,
  })
}

/** As everywhere: names before addresses, digits in groups of three. */
function chooseWords(nameOf: NameOf) {
  return {
    formatAddress: (address: Address) => nameOf(address) ?? address,
    formatDigits: groupDigits,
  }
}

const published = [
  ...multiSends,
  ...proxyFactories,
  ...signMessageLibraries,
  ...createCallLibraries,
  ...migrations,
  ...singletons,
  ...fallbackHandlers,
]

/** What stands before the method: never a token's word alone. */
export function nameContract(
  address: Address,
  { facts, nameOf }: { facts: ContractFacts | undefined; nameOf: NameOf },
): string | undefined {
  const own = nameOf(address)
  if (own) return own
  const known = findPublished(address, facts?.codeHash)
  if (known) return known
  return facts?.token && `“${toForeignText(facts.token.symbol, 20)}”`
}

/** By address and code: an address alone says nothing on a foreign chain. */
export function findPublished(
  address: Address,
  codeHash: Hex | null | undefined,
): string | undefined {
  const deployment = findDeploymentByAddress(published, address)
  if (!deployment || deployment.codeHash !== codeHash) return undefined
  return `${deployment.contract} ${deployment.version}`
}
