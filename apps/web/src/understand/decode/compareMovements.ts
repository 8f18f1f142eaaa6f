import {
  type Call,
  decodeLog,
  listExecutedCalls,
  tellsPayments,
} from '@covault/protocol'
import {
  type Address,
  getAddress,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import type { Movement } from '../../queries/movements.js'

export type MovementFlaw = 'invented' | 'missing' | 'fee'

export type Opened = {
  safe: Address
  receipt: TransactionReceipt
  /** Of the transaction with this id, where its bytes are known. */
  call: Call | undefined
  id: string
  /** Whom the signed bytes let the safe pay for the gas, in what. */
  refund?: { token: Address; receiver: Address } | undefined
}

/**
 * How what the gateway says moved differs from the receipt, and native currency
 * from the bytes, which is in no log. Undefined: it does not.
 */
export function compareMovements(
  movements: readonly Movement[],
  opened: Opened,
): MovementFlaw | undefined {
  const runs = listRuns(opened)
  // Code of others that runs as the safe can log whatever it likes.
  const hasOwners = !opened.call || tellsPayments(opened.call)
  const expected = listExpected(opened, runs)
  for (const movement of movements) {
    if (hasOwners && !isOwned(movement, runs)) return 'invented'
    if (!isRefundOf(movement, runs)) return 'invented'
    if (isUnreadable(movement, opened, runs)) continue
    const told = readMovement(movement)
    const at = expected.findIndex(
      (one) => isSame(one, told) && (!hasOwners || one.owner === told.owner),
    )
    if (at < 0) return 'invented'
    expected.splice(at, 1)
  }
  if (expected.length > 0) return 'missing'
  return movements.every(({ fee }) => !fee || isFeeOf(fee, opened.receipt))
    ? undefined
    : 'fee'
}

/** What must have moved, by the receipt and the bytes. */
export function listExpected(
  opened: Opened,
  runs = listRuns(opened),
): Expected[] {
  return [
    ...listLogged(opened, runs),
    ...listPaid(opened, runs),
    ...listRefunds(opened, runs),
  ]
}

/** An execution of the safe, by the log that ends it. */
type Run = {
  id: string
  logIndex: number
  hasSucceeded: boolean
  payment: bigint
}

/** In the order in which they ended; of several ends of one hash the last is its own. */
function listRuns({ safe, receipt }: Opened): Run[] {
  const runs = new Map<string, Run>()
  for (const log of receipt.logs) {
    const event = decodeLog(log)
    if (event?.type === 'undecodable' || event?.address !== safe) continue
    const { logIndex } = log
    switch (event.type) {
      case 'executionSuccess':
      case 'executionFailure':
      case 'executionFailed': {
        const id = `multisig_${safe}_${event.safeTxHash}`
        runs.delete(id)
        runs.set(id, {
          ...{ id, logIndex },
          hasSucceeded: event.type === 'executionSuccess',
          payment: 'payment' in event ? event.payment : 0n,
        })
        break
      }
      case 'executionFromModuleSuccess':
      case 'executionFromModuleFailure': {
        const id = `module_${safe}_i${receipt.transactionHash.slice(2)}${logIndex}`
        runs.set(id, {
          ...{ id, logIndex },
          hasSucceeded: event.type === 'executionFromModuleSuccess',
          payment: 0n,
        })
      }
    }
  }
  return [...runs.values()]
}

/** What must have moved. */
type Expected = {
  /** The execution that moved it; null: nobody's. */
  owner: string | null
  asset: string
  from: Address
  to: Address
  direction: Movement['direction']
  amount: bigint
}

function toExpected(
  safe: Address,
  owner: string | null,
  moved: Omit<Expected, 'owner' | 'direction'>,
): Expected {
  const { from, to } = moved
  const direction =
    from === to ? 'SELF' : from === safe ? 'OUTGOING' : 'INCOMING'
  return { owner, direction, ...moved }
}

/** An execution is logged when it has ended: what stands before it is its own. */
function listLogged(
  { safe, receipt, call, id }: Opened,
  runs: readonly Run[],
): Expected[] {
  const paidItself = call
    ? listExecutedCalls(safe, call).flatMap((one) =>
        one.call.to === safe ? one.call.value : [],
      )
    : []
  return receipt.logs.flatMap((log) => {
    const run = runs.find(({ logIndex }) => logIndex > log.logIndex)
    const owner = (run ?? runs.at(-1))?.id ?? null
    return readMoved(log).flatMap((moved) => {
      // Transfers of nothing are no movements: anybody can have them logged.
      if (moved.amount === 0n) return []
      if (moved.from !== safe && moved.to !== safe) return []
      const isToldByCall =
        moved.asset === 'native' &&
        moved.from === safe &&
        owner === id &&
        paidItself.includes(moved.amount)
      return isToldByCall ? [] : [toExpected(safe, owner, moved)]
    })
  })
}

function readMoved(
  log: TransactionReceipt['logs'][number],
): Omit<Expected, 'owner' | 'direction'>[] {
  const event = decodeLog(log)
  switch (event?.type) {
    case 'safeReceived': {
      const { sender: from, address: to, value: amount } = event
      return [{ asset: 'native', from, to, amount }]
    }
    case 'erc20Transfer': {
      const { from, to, value: amount } = event
      return [{ asset: event.address, from, to, amount }]
    }
    case 'erc721Transfer': {
      const { from, to, tokenId } = event
      return [{ asset: `${event.address} ${tokenId}`, from, to, amount: 1n }]
    }
    case 'erc1155Transfer': {
      const { from, to, items } = event
      return items.map(({ id, value: amount }) => ({
        asset: `${event.address} ${id}`,
        ...{ from, to, amount },
      }))
    }
    default:
      return []
  }
}

function listPaid(
  { safe, call, id }: Opened,
  runs: readonly Run[],
): Expected[] {
  const run = runs.find((one) => one.id === id)
  if (!call || !run?.hasSucceeded) return []
  return listExecutedCalls(safe, call).flatMap(({ call: { to, value } }) =>
    value > 0n
      ? [
          toExpected(safe, id, {
            asset: 'native',
            from: safe,
            to,
            amount: value,
          }),
        ]
      : [],
  )
}

/** Of native currency: what is paid in tokens is logged. */
function listRefunds(
  { safe, id, refund, receipt }: Opened,
  runs: readonly Run[],
): Expected[] {
  const amount = runs.find((one) => one.id === id)?.payment
  if (!amount || refund?.token !== zeroAddress) return []
  const to =
    refund.receiver === zeroAddress ? getAddress(receipt.from) : refund.receiver
  return [toExpected(safe, id, { asset: 'native', from: safe, to, amount })]
}

/** An execution of the safe moved it, or somebody else where there is none. */
function isOwned(
  { transactionId, cause }: Movement,
  runs: readonly Run[],
): boolean {
  if (runs.length === 0) return transactionId === null && cause === 'INCOMING'
  return cause !== 'INCOMING' && runs.some(({ id }) => id === transactionId)
}

function isRefundOf(movement: Movement, runs: readonly Run[]): boolean {
  if (movement.cause !== 'REFUND') return true
  const run = runs.find(({ id }) => id === movement.transactionId)
  return readMovement(movement).amount === run?.payment
}

/** Native currency that other executions sent, or this one by unknown bytes. */
function isUnreadable(
  { transferInfo, transactionId, direction, cause }: Movement,
  { id, call, refund }: Opened,
  runs: readonly Run[],
): boolean {
  if (transferInfo.type !== 'NATIVE_COIN' || direction === 'INCOMING')
    return false
  if (cause === 'INCOMING') return false
  if (transactionId !== id || !runs.some((run) => run.id === id)) return true
  return cause === 'REFUND' ? !refund : !call
}

type Told = Omit<Expected, 'amount' | 'asset'> & {
  asset: string | undefined
  amount: bigint | null
  isFor: (to: Address) => boolean
}

function isSame(expected: Expected, told: Told): boolean {
  return (
    told.asset === expected.asset &&
    told.amount === expected.amount &&
    told.from === expected.from &&
    told.isFor(expected.to) &&
    told.direction === expected.direction
  )
}

function readMovement({
  sender,
  recipient,
  direction,
  transactionId: owner,
  transferInfo,
  cause,
  fee,
}: Movement): Told {
  const to = recipient.value
  // Who is refunded, the gateway does not know before the fee.
  const isOpen = cause === 'REFUND' && !fee && to === zeroAddress
  const sides = {
    ...{ owner, from: sender.value, to, direction },
    isFor: (wanted: Address) => isOpen || to === wanted,
  }
  switch (transferInfo.type) {
    case 'NATIVE_COIN':
      return { ...sides, asset: 'native', amount: transferInfo.value }
    case 'ERC20': {
      const { tokenAddress: asset, value: amount } = transferInfo
      return { ...sides, asset, amount }
    }
    case 'ERC721': {
      const { tokenAddress, tokenId, quantity: amount = 1n } = transferInfo
      return { ...sides, asset: `${tokenAddress} ${tokenId}`, amount }
    }
    default:
      return { ...sides, asset: undefined, amount: null }
  }
}

function isFeeOf(
  { payer, gasUsed, gasPrice, total }: NonNullable<Movement['fee']>,
  receipt: TransactionReceipt,
): boolean {
  return (
    payer.value === getAddress(receipt.from) &&
    gasUsed === receipt.gasUsed &&
    gasPrice === receipt.effectiveGasPrice &&
    total === readTotal(receipt)
  )
}

/** With what a rollup takes for the data, which its receipts tell. */
export function readTotal(
  receipt: Pick<TransactionReceipt, 'gasUsed' | 'effectiveGasPrice'>,
): bigint {
  const { gasUsed, effectiveGasPrice } = receipt
  const dataFee = 'l1Fee' in receipt ? receipt.l1Fee : undefined
  return (
    gasUsed * effectiveGasPrice +
    (typeof dataFee === 'string' || typeof dataFee === 'bigint'
      ? BigInt(dataFee)
      : 0n)
  )
}
