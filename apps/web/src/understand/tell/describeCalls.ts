import type { CallNode, CallTree } from '@covault/protocol'
import { formatCount, formatNumber } from '../../lib/formatCount.js'

/** The number of a call: "1.2" is the second one of the first. */
export function toNumber(path: CallNode['path']): string {
  return [1, ...path.map((index) => index + 1)].join('.')
}

export function nameMethod({ method, data, value }: CallNode): string {
  if (method) return method.name
  if (data !== '0x') return 'unknown method'
  return value > 0n ? 'transfer of value' : 'call without data'
}

/** "All 708 bytes decoded in this browser". */
export function describeCoverage({ coverage }: CallTree): string {
  const { size, undecodedSize } = coverage
  if (size === 0) return 'No contract data'
  return undecodedSize === 0
    ? `All ${formatCount(size, 'byte')} decoded in this browser`
    : `${formatNumber(size - undecodedSize)} of ${formatCount(size, 'byte')} decoded in this browser`
}
