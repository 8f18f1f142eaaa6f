import { type Address, toHex } from 'viem'
import {
  type Execution,
  emptyRows,
} from '../../apps/gateway/src/store/chainRows.js'
import { insertRows } from '../../apps/gateway/src/store/insertRows.js'
import type { Store } from '../../apps/gateway/src/store/openStore.js'

/** Memory after the first 10,000 rows and after all of them. */
export async function measureMemory(store: Store, rows: number) {
  const batch = 1_000
  let first = 0
  const started = performance.now()
  for (let written = 0; written < rows; written += batch) {
    await insertRows(store, {
      chainId: 1,
      rows: {
        ...emptyRows(),
        executions: Array.from({ length: batch }, (_, index) =>
          inventExecution(written + index),
        ),
      },
    })
    if (written + batch === 10_000) first = readMegabytes()
  }
  return {
    rowsPerSecond: Math.round((rows * 1000) / (performance.now() - started)),
    megabytesAtFirst: first,
    megabytesAtEnd: readMegabytes(),
  }
}

const zero: Address = '0x0000000000000000000000000000000000000000'

function inventExecution(index: number): Execution {
  const hash = toHex(index, { size: 32 })
  return {
    blockNumber: BigInt(index),
    txIndex: 0,
    logIndex: 0,
    txHash: hash,
    time: index,
    safe: zero,
    safeTxHash: hash,
    success: true,
    payment: 0n,
    details: 'log',
    fields: {
      nonce: BigInt(index),
      to: zero,
      value: 1n,
      data: '0x',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zero,
      refundReceiver: zero,
    },
    executor: zero,
    signatures: `0x${'11'.repeat(65)}`,
    threshold: 1n,
  }
}

function readMegabytes(): number {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().rss / 1_048_576)
}
