import type { WireLog } from './recordHistory.js'

export type LogFilter = {
  address?: string | string[]
  topics?: (string | string[] | null)[]
}

/** Whether `eth_getLogs` with this filter answers with the log. */
export function createLogTest(filter: LogFilter): (log: WireLog) => boolean {
  const address = toSet(filter.address)
  const topics = (filter.topics ?? []).map(toSet)
  return (log) =>
    (!address || address.has(log.address.toLowerCase())) &&
    topics.every(
      (allowed, index) => !allowed || allowed.has(log.topics[index] ?? ''),
    ) &&
    log.topics.length >= topics.length
}

function toSet(
  value: string | string[] | null | undefined,
): ReadonlySet<string> | undefined {
  if (value === null || value === undefined) return undefined
  const list = Array.isArray(value) ? value : [value]
  // An empty list excludes nothing.
  return list.length === 0
    ? undefined
    : new Set(list.map((each) => each.toLowerCase()))
}
