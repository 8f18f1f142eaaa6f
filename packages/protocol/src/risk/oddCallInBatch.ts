import type { RiskCall, RiskRule } from './riskRule.js'
import { isPlainTransfer } from './transfer.js'

/** Fewer show no habit that one of them could break. */
const smallestBatch = 4

export const oddCallInBatch: RiskRule<'odd-call-in-batch'> = {
  id: 'odd-call-in-batch',
  find({ children }) {
    if (children.length < smallestBatch) return undefined
    const odd = findOdd(children)
    if (odd === undefined) return undefined
    const index = odd.node.path.at(-1) ?? 0
    return {
      severity: 'warning',
      path: odd.node.path,
      sentence: `Call ${index + 1} of the ${children.length} in this batch, to ${odd.to}, is of another kind than all the others. Look at it on its own: one call among many is easily missed.`,
    }
  },
}

/** The one that is left when all others are alike. */
function findOdd(children: readonly RiskCall[]): RiskCall | undefined {
  const groups = new Map<string, RiskCall[]>()
  for (const child of children) {
    const kind = getKind(child)
    const group = groups.get(kind)
    if (group === undefined) groups.set(kind, [child])
    else group.push(child)
  }
  if (groups.size !== 2) return undefined
  return [...groups.values()].find((group) => group.length === 1)?.[0]
}

/** Transfers are alike whatever they move; others by target and selector. */
function getKind(call: RiskCall): string {
  if (isPlainTransfer(call)) return 'transfer'
  const { node, to, selector } = call
  return `${node.operation} ${to} ${selector ?? node.data}`
}
