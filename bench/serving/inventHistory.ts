import { type Address, getAddress, type Hex, toHex } from 'viem'
import {
  type Execution,
  emptyRows,
  type Transfer,
} from '../../apps/gateway/src/store/chainRows.js'
import { insertRows } from '../../apps/gateway/src/store/insertRows.js'
import {
  openStore,
  type Store,
} from '../../apps/gateway/src/store/openStore.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'

const chainId = 31337
const batch = 1_000
const zero: Address = '0x0000000000000000000000000000000000000000'
const recipient = getAddress(`0x${'5a'.repeat(20)}`)

/** Executions of a safe that never were, as the indexer would write them. */
export async function inventHistory(
  store: Store,
  { safe, from, to }: { safe: Address; from: number; to: number },
): Promise<void> {
  for (let start = from; start < to; start += batch) {
    const executions = Array.from(
      { length: Math.min(batch, to - start) },
      (_, index) => inventExecution(safe, start + index),
    )
    await insertRows(store, {
      chainId,
      rows: {
        ...emptyRows(),
        executions,
        transfers: executions.map(toPayment),
        timeline: executions.map((execution) => ({
          safe,
          place: execution,
          orderKey: -(execution.fields?.nonce ?? 0n),
          kind: 'multisig' as const,
          ref: execution.safeTxHash,
        })),
      },
    })
  }
}

function inventExecution(safe: Address, index: number): Execution {
  const hash: Hex = `0x${safe.slice(2, 26).toLowerCase()}${toHex(index, { size: 20 }).slice(2)}`
  return {
    blockNumber: BigInt(index + 1),
    txIndex: 0,
    logIndex: 0,
    txHash: hash,
    time: 1_700_000_000 + index * 60,
    safe,
    safeTxHash: hash,
    success: true,
    payment: 0n,
    details: 'log',
    fields: {
      nonce: BigInt(index),
      to: recipient,
      value: BigInt(index) + 1n,
      data: '0x',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zero,
      refundReceiver: zero,
    },
    executor: recipient,
    // Approved by its owner in advance.
    signatures: `0x${recipient.slice(2).padStart(64, '0')}${'0'.repeat(64)}01`,
    threshold: 1n,
  }
}

/** What it paid. */
function toPayment({ fields, ...place }: Execution): Transfer {
  const { blockNumber, txIndex, logIndex, txHash, time, safe } = place
  return {
    ...{ blockNumber, txIndex, logIndex, txHash, time, safe },
    leg: 1,
    kind: 'native',
    direction: 'out',
    from: safe,
    to: fields?.to ?? zero,
    token: null,
    tokenId: null,
    amount: fields?.value ?? 0n,
    solicited: true,
    cause: 'execution',
    causeLog: logIndex,
    callPath: null,
  }
}

// As a process of its own it writes for the safe, from the row and to the row
// that its arguments name.
if (process.argv[1] === import.meta.filename) {
  const [safe = '', from, to] = process.argv.slice(2)
  const store = await openStore({ url: process.env.DATABASE_URL ?? '', log })
  await inventHistory(store, {
    safe: getAddress(safe),
    from: Number(from),
    to: Number(to),
  })
  await store.destroy()
  process.send?.('done')
}
