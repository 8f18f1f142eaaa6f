import {
  createCallLibraries,
  fallbackHandlers,
  findDeploymentByAddress,
  formatIntent,
  type Intent,
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  singletons,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { groupDigits } from '../../lib/formatAmount.js'
import type { ContractFacts } from '../../trust/contracts.js'

export type NameOf = (address: Address) => string | undefined

/** Longer batches are counted in the sentence and told by the outline. */
const mostTold = 3

/** The whole transaction in one sentence, with the reader's own names. */
export function describeIntent(intent: Intent, nameOf: NameOf): string {
  const words = { ...chooseWords(nameOf), omitCandidates: true }
  if (intent.kind !== 'batch' || intent.intents.length <= mostTold)
    return formatIntent(intent, words)
  const count = intent.intents.length
  const told = formatIntent(
    { ...intent, intents: intent.intents.slice(0, mostTold) },
    words,
  )
  return `${told.replace(`Batch of ${mostTold}`, `Batch of ${count}`)}; and ${count - mostTold} more`
}

/** One line of the outline; what is inside has lines of its own. */
export function describeCall(
  intent: Intent | undefined,
  nameOf: NameOf,
): string {
  if (!intent) return ''
  const words = chooseWords(nameOf)
  const alone = (() => {
    switch (intent.kind) {
      case 'batch':
        return `Batch of ${intent.intents.length}`
      case 'executeTransaction':
        return `Let safe ${words.formatAddress(intent.safe)} do what follows`
      case 'contractCall':
        return ''
      default:
        return formatIntent(intent, words)
    }
  })()
  return alone
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
