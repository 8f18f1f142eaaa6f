import { type Address, type Hex, zeroAddress } from 'viem'
import type { CallNode } from '../callTree.js'
import { decodeCall } from '../decodeCall.js'
import { findDeploymentByAddress } from '../deployments/deployment.js'
import { multiSends } from '../deployments/table.js'
import { type Call, entryHeadSize, multiSendMethod } from '../multiSend.js'
import { isVersionAtLeast } from '../safeVersion.js'
import type { RiskCall } from './riskRule.js'

/** The tree once more, with who calls whom worked out from the root. */
export function toRiskCall(
  node: CallNode,
  {
    from,
    to = node.to,
    cutOff,
  }: Pick<RiskCall, 'from' | 'cutOff'> & { to?: Address },
): RiskCall {
  const inner = node.operation === 1 ? from : to
  const children = node.children.map((child) =>
    toRiskCall(child, {
      from: inner,
      to: findTarget(child.to, { node, from: inner }),
      cutOff,
    }),
  )
  return { node, from, to, selector: readSelector(node.data), cutOff, children }
}

/** A parent before its children, in the order of execution. */
export function listRiskCalls(root: RiskCall): readonly RiskCall[] {
  const calls: RiskCall[] = []
  const pending = [root]
  for (let call = pending.pop(); call; call = pending.pop()) {
    calls.push(call)
    for (const child of call.children.toReversed()) pending.push(child)
  }
  return calls
}

/**
 * The entry at which a batch breaks off. The tree leaves it out, but MultiSend
 * does not: it goes on with what lies behind in memory, commonly zeros, as
 * long as the entry begins before the last 32 bytes.
 */
export function readCutOffCall({
  node,
  ...call
}: RiskCall): RiskCall | undefined {
  const flaw = node.problems.find(({ code }) => code === 'batchTruncated')
  const [range] = flaw?.ranges ?? []
  if (range === undefined || range.end - range.start <= 32) return undefined
  const entry = node.data.slice(2 + range.start * 2, 2 + range.end * 2)
  const cut = readEntry(entry)
  if (cut === undefined) return undefined
  const from = node.operation === 1 ? call.from : call.to
  const to = findTarget(cut.to, { node, from })
  return toRiskCall(decodeCall(cut).root, { from, to, cutOff: true })
}

/** Any other operation makes MultiSend give up the whole batch. */
function readEntry(entry: string): Call | undefined {
  const operation = entry.slice(0, 2)
  if (operation !== '00' && operation !== '01') return undefined
  const head = entry.padEnd(entryHeadSize * 2, '0')
  return {
    operation: operation === '00' ? 0 : 1,
    to: `0x${head.slice(2, 42)}`,
    value: BigInt(`0x${head.slice(42, 106)}`),
    data: `0x${entry.slice(entryHeadSize * 2)}`,
  }
}

/** MultiSend reads the zero address as the safe itself, since 1.5.0. */
function findTarget(
  to: Address,
  { node, from }: { node: CallNode; from: Address },
): Address {
  if (to !== zeroAddress || !isBatch(node)) return to
  const version = findDeploymentByAddress(multiSends, node.to)?.version
  const keepsZero = version !== undefined && !isVersionAtLeast(version, '1.5.0')
  return keepsZero ? to : from
}

function isBatch({ data }: CallNode): boolean {
  return readSelector(data) === multiSendMethod.selector
}

function readSelector(data: Hex): Hex | undefined {
  return data.length < 10 ? undefined : `0x${data.slice(2, 10)}`
}
