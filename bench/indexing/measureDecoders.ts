import { decodeLog } from '@covault/protocol'
import type { ChainLog } from '../../apps/gateway/src/chain/fetchLogs.js'
import { round } from '../shared/figures.js'
import { decodeEvent } from './measureReference.js'

export function measureDecoders(logs: readonly ChainLog[]) {
  const sample = logs.slice(0, 2_000)
  const viem = measureRate(sample, decodeEvent)
  const ours = measureRate(sample, decodeLog)
  return {
    viemDecodesPerSecond: Math.round(viem),
    ourDecodesPerSecond: Math.round(ours),
    decoderRatio: round(ours / viem),
  }
}

function measureRate(
  logs: readonly ChainLog[],
  decode: (each: ChainLog) => unknown,
): number {
  const started = performance.now()
  let count = 0
  while (performance.now() - started < 1_000)
    for (const each of logs) {
      decode(each)
      count++
    }
  return (count * 1000) / (performance.now() - started)
}
