import { keccak256, toHex } from 'viem'
import type {
  RecordedBlock,
  WireLog,
  WireReceipt,
  WireTransaction,
} from './recordHistory.js'

/** What really happened, spread over a chain of many blocks that are empty. */
export type StretchedChain = {
  /** The real block whose state a block has. */
  toReal(number: number): number
  hashOf(number: number): string
  /** Undefined: no block of this chain has such a hash. */
  numberOf(hash: string): number | undefined
  blockAt(number: number): RecordedBlock
  /** The logs of a span that pass, in their order. */
  listLogs(
    span: { from: number; to: number },
    passes: (log: WireLog) => boolean,
  ): WireLog[]
  findTransaction(hash: string): WireTransaction | undefined
  findReceipt(hash: string): WireReceipt | undefined
}

const secondsPerBlock = 12
const emptyBloom = `0x${'00'.repeat(256)}`
const emptyRoot =
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/**
 * Every transaction gets a block of its own. Block 0 stays the first; the
 * others lie apart unevenly, but always the same. Hashes are made on demand and hold the number, so that nothing has to
 * be kept for millions of blocks.
 */
export function stretchChain(
  recorded: readonly RecordedBlock[],
  { blocks, lastTime }: { blocks: number; lastTime: number },
): StretchedChain {
  const parts = recorded.flatMap((block, real) =>
    splitBlock(block).map((part) => ({ part, real })),
  )
  const places = spread(parts.length, blocks)
  const firstTime = lastTime - (blocks - 1) * secondsPerBlock
  const hashOf = (number: number) => {
    const place = number.toString(16).padStart(16, '0')
    return `${keccak256(toHex(`stretched ${number}`)).slice(0, 50)}${place}`
  }
  const timeOf = (number: number) =>
    `0x${(firstTime + number * secondsPerBlock).toString(16)}`
  const toPlace = (number: number) => ({
    blockNumber: `0x${number.toString(16)}`,
    blockHash: hashOf(number),
  })
  const real = new Map(
    parts.map(({ part }, index) => {
      const number = places[index] ?? 0
      return [number, moveBlock(part, { number, toPlace, timeOf })]
    }),
  )
  const all = [...real.values()]
  const logs = all.flatMap(({ receipts }) =>
    receipts.flatMap((receipt) => receipt.logs),
  )
  const transactions = new Map(
    all.flatMap((block) => block.transactions).map((each) => [each.hash, each]),
  )
  const receipts = new Map(
    all
      .flatMap((block) => block.receipts)
      .map((each) => [each.transactionHash, each]),
  )
  const template = recorded[0]?.header ?? {}
  return {
    toReal: (number) => parts[findLast(places, number)]?.real ?? 0,
    hashOf,
    numberOf(hash) {
      const number = Number(`0x${hash.slice(-16)}`)
      return hashOf(number) === hash ? number : undefined
    },
    blockAt(number) {
      const block = real.get(number)
      const header = {
        ...(block?.header ?? {
          ...template,
          logsBloom: emptyBloom,
          transactionsRoot: emptyRoot,
          receiptsRoot: emptyRoot,
          gasUsed: '0x0',
        }),
        number: `0x${number.toString(16)}`,
        hash: hashOf(number),
        parentHash: number === 0 ? `0x${'00'.repeat(32)}` : hashOf(number - 1),
        timestamp: timeOf(number),
      }
      const { transactions: own = [], receipts: told = [] } = block ?? {}
      return { header, transactions: own, receipts: told }
    },
    listLogs: ({ from, to }, passes) =>
      logs.filter(({ blockNumber, ...log }) => {
        const number = Number(blockNumber)
        return number >= from && number <= to && passes(log as WireLog)
      }),
    findTransaction: (hash) => transactions.get(hash),
    findReceipt: (hash) => receipts.get(hash),
  }
}

/** One block for each transaction; the bloom is then that of its receipt. */
function splitBlock(block: RecordedBlock): RecordedBlock[] {
  const { header, transactions, receipts } = block
  if (transactions.length === 0) return [block]
  return transactions.map((transaction, index) => {
    const receipt = receipts[index]
    if (receipt?.transactionHash !== transaction.hash)
      throw new Error('The receipts of a block are not in its order.')
    const { gasUsed, logsBloom } = receipt
    const first = { transactionIndex: '0x0' }
    const logs = receipt.logs.map((log, at) => ({
      ...log,
      ...first,
      logIndex: `0x${at.toString(16)}`,
    }))
    const alone = { ...receipt, ...first, cumulativeGasUsed: gasUsed, logs }
    return {
      header: { ...header, gasUsed, logsBloom },
      transactions: [{ ...transaction, ...first }],
      receipts: [alone],
    }
  })
}

function moveBlock(
  { header, transactions, receipts }: RecordedBlock,
  {
    number,
    toPlace,
    timeOf,
  }: {
    number: number
    toPlace(number: number): object
    timeOf(number: number): string
  },
): RecordedBlock {
  const place = toPlace(number)
  const blockTimestamp = timeOf(number)
  return {
    header,
    transactions: transactions.map((each) => ({ ...each, ...place })),
    receipts: receipts.map((receipt) => ({
      ...receipt,
      ...place,
      logs: receipt.logs.map((log) => ({ ...log, ...place, blockTimestamp })),
    })),
  }
}

/** Where each of them comes to lie: in its own part, somewhere. */
function spread(count: number, blocks: number): number[] {
  const part = (blocks - 1) / count
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return 0
    const chance = Number(keccak256(toHex(index)).slice(0, 6)) / 0x10000
    return Math.floor((index + chance * 0.9) * part)
  })
}

/** The index of the last place that is not above a number. */
function findLast(places: readonly number[], number: number): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((places[middle] ?? 0) <= number) low = middle
    else high = middle - 1
  }
  return low
}
