import { listExecutedCalls, type PlacedCall } from '@covault/protocol'
import {
  type Address,
  type Hex,
  numberToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import type { Place, Transfer } from '../store/chainRows.js'
import { type Activity, isTokenEvent } from './activity.js'
import type { OpenExecution, OpenModule } from './cases.js'

type Run = OpenExecution | OpenModule
type Cause = Pick<Transfer, 'solicited' | 'cause' | 'causeLog' | 'callPath'>
type Moved = Omit<Transfer, keyof Cause>

/** What a log says moved into or out of a safe. */
export function toTransfers(
  safe: Address,
  place: Place,
  event: Activity['events'][number]['event'],
): Moved[] {
  const base = { ...place, safe, leg: 0, tokenId: null }
  if (event.type === 'safeReceived')
    return [
      {
        ...base,
        kind: 'native',
        direction: 'in',
        from: event.sender,
        to: safe,
        token: null,
        amount: event.value,
      },
    ]
  if (!isTokenEvent(event)) return []
  const { from, to, address: token } = event
  // A transfer to itself is one that goes out.
  const direction = from === safe ? 'out' : 'in'
  const moved = { ...base, direction, from, to, token } as const
  if (event.type === 'erc20Transfer')
    return [{ ...moved, kind: 'erc20', amount: event.value }]
  if (event.type === 'erc721Transfer')
    return [{ ...moved, kind: 'erc721', tokenId: event.tokenId, amount: 1n }]
  return event.items.map(({ id, value }, leg) => ({
    ...moved,
    leg,
    kind: 'erc1155',
    tokenId: id,
    amount: value,
  }))
}

/**
 * Native currency leaves no log: the call says it, or each call of a batch,
 * and of a refund the event that ends the execution.
 */
export function listNativeMovements(safe: Address, run: Run): Transfer[] {
  const { place } = run
  const base = {
    ...place,
    safe,
    kind: 'native',
    direction: 'out',
    from: safe,
    token: null,
    tokenId: null,
    solicited: true,
    causeLog: place.logIndex,
  } as const
  const paid = run.success
    ? listCalls(safe, run).filter(({ call }) => call.value > 0n)
    : []
  const legs = paid.map(
    ({ call, path }, index): Transfer => ({
      ...base,
      leg: index + 1,
      to: call.to,
      amount: call.value,
      cause: 'execution',
      callPath: path,
    }),
  )
  const refund = readRefund(run)
  if (!refund || refund.token !== zeroAddress) return legs
  const { receiver, amount } = refund
  return [
    {
      ...base,
      leg: 0,
      // The zero address is the account that sent the transaction: its fee
      // tells.
      to: receiver,
      amount,
      cause: 'refund',
      callPath: null,
    },
    ...legs,
  ]
}

/**
 * Which of a safe's executions in one transaction moved something. An
 * execution is logged when it has ended, so what stands before it is its own.
 */
export function findCauses(
  safe: Address,
  runs: readonly Run[],
): { explain(transfer: Moved): Cause } {
  const inOrder = runs.toSorted((a, b) => a.place.logIndex - b.place.logIndex)
  const opened = inOrder.map((run) => ({
    run,
    calls: run.success ? listCalls(safe, run) : [],
    refund: readRefund(run),
  }))
  return {
    explain(transfer) {
      const solicited = runs.length > 0
      const found =
        opened.find(({ run }) => run.place.logIndex > transfer.logIndex) ??
        opened.at(-1)
      if (!found)
        return { solicited, cause: 'incoming', causeLog: null, callPath: null }
      const causeLog = found.run.place.logIndex
      const { refund } = found
      if (
        refund?.token === transfer.token &&
        transfer.direction === 'out' &&
        refund.amount === transfer.amount &&
        transfer.logIndex === causeLog - 1
      )
        return { solicited, cause: 'refund', causeLog, callPath: null }
      const at = found.calls.findIndex(({ call }) => isCallFor(call, transfer))
      const [match] = at < 0 ? [] : found.calls.splice(at, 1)
      return {
        solicited,
        cause: 'execution',
        causeLog,
        callPath: match?.path ?? null,
      }
    },
  }
}

function readRefund(
  run: Run,
): { token: Address; receiver: Address; amount: bigint } | undefined {
  if (!('payment' in run) || !run.fields || run.payment === 0n) return undefined
  const { gasToken, refundReceiver } = run.fields
  return { token: gasToken, receiver: refundReceiver, amount: run.payment }
}

/** The calls of an execution, those of its batches one by one. */
function listCalls(safe: Address, run: Run): PlacedCall[] {
  const call = 'fields' in run ? run.fields : run.call
  return call ? listExecutedCalls(safe, call) : []
}

/** The methods that move a token, and which word names the receiver. */
const movers = new Map(
  Object.entries({
    'transfer(address,uint256)': 0,
    'transferFrom(address,address,uint256)': 1,
    'safeTransferFrom(address,address,uint256)': 1,
    'safeTransferFrom(address,address,uint256,bytes)': 1,
    'safeTransferFrom(address,address,uint256,uint256,bytes)': 1,
  }).map(([method, at]) => [toFunctionSelector(method), at]),
)

/** Whether the bytes of a call ask for exactly what moved. */
function isCallFor({ to, data }: PlacedCall['call'], moved: Moved): boolean {
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const at = movers.get(selector)
  if (to !== moved.token || at === undefined) return false
  const wanted = [BigInt(moved.to), moved.tokenId ?? moved.amount]
  const words = wanted.map((word) => numberToHex(word, { size: 32 }).slice(2))
  return data.toLowerCase().startsWith(words.join(''), 10 + at * 64)
}
