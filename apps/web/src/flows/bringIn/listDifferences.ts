import {
  type AbiValue,
  type Call,
  decodeMethod,
  knownMethods,
  listArgumentNames,
  type Method,
  type SafeTransaction,
} from '@covault/protocol'
import { type Address, type Hex, isAddress, zeroAddress } from 'viem'
import { writeNumber } from '../../lib/formatAmount.js'
import { parseJson } from '../../lib/parseJson.js'
import { listCalls } from '../../understand/decode/listCalls.js'

/** One field that is not the same in both, in words. */
export type Difference = {
  field: string
  /** Whose it is, where there are several. */
  of?: Address
  file: string
  queue: string
  /** What the queue has is the gateway's word. */
  isReported?: true
}

export type Native = { symbol: string; decimals: number }

/** Two transactions for one nonce, field by field; what is equal is left out. */
export function compareTransactions(
  file: SafeTransaction,
  queue: SafeTransaction,
  native: Native,
): Difference[] {
  const [ours, theirs] = [describeFields(file), describeFields(queue)]
  const fields = [...ours].flatMap(([field, value]) =>
    differ(field, value, theirs.get(field)),
  )
  // Fields first: of a long list the end is left out.
  const all = [...fields, ...compareCalls(file, queue, native)]
  return all.length > 0 ? all : compareBytes(file.data, queue.data)
}

/** What decides on execution and refund; the calls are compared on their own. */
function describeFields(one: SafeTransaction): Map<string, string> {
  return new Map([
    ['Call type', nameOperation(one)],
    ['Nonce', String(one.nonce)],
    ['Gas for the call (safeTxGas)', String(one.safeTxGas)],
    ['Refunded base gas (baseGas)', String(one.baseGas)],
    ['Refunded gas price (gasPrice)', String(one.gasPrice)],
    [
      'Refund token (gasToken)',
      one.gasToken === zeroAddress ? 'Native currency' : one.gasToken,
    ],
    [
      'Refund recipient (refundReceiver)',
      one.refundReceiver === zeroAddress
        ? 'The account that executes'
        : one.refundReceiver,
    ],
  ])
}

const delegatecall = 'Delegatecall'

function nameOperation({ operation }: Call): string {
  return operation === 0 ? 'Call' : delegatecall
}

function compareCalls(
  file: SafeTransaction,
  queue: SafeTransaction,
  native: Native,
): Difference[] {
  const [ours, theirs] = [listCalls(file), listCalls(queue)]
  const isBatch = ours[0] !== file || theirs[0] !== queue
  if (!isBatch) return compareCall(file, queue, native)
  const count = Math.max(ours.length, theirs.length)
  const inside = Array.from({ length: count }).flatMap((_, at) =>
    compareInner(ours[at], theirs[at], native).map((one) => ({
      ...one,
      field: `Call ${at + 1}: ${one.field}`,
    })),
  )
  return [
    // A batch is carried out by a contract, whose code acts as the safe.
    ...compareTarget(file, queue, native),
    // So does that of a delegatecall inside: the end of a long list is left out.
    ...inside.filter(isDelegated),
    ...inside.filter((one) => !isDelegated(one)),
  ]
}

function isDelegated({ file, queue }: Difference): boolean {
  return file === delegatecall || queue === delegatecall
}

/** A call that only one of the two has differs in all that it has. */
function compareInner(
  file: Call | undefined,
  queue: Call | undefined,
  native: Native,
): Difference[] {
  return [
    ...differ(
      'Call type',
      file && nameOperation(file),
      queue && nameOperation(queue),
    ),
    ...compareCall(file, queue, native),
  ]
}

function compareCall(
  file: Call | undefined,
  queue: Call | undefined,
  native: Native,
): Difference[] {
  return [
    ...compareTarget(file, queue, native),
    ...compareData(file?.data, queue?.data),
  ]
}

function compareTarget(
  file: Call | undefined,
  queue: Call | undefined,
  { symbol, decimals }: Native,
): Difference[] {
  const write = ({ value }: Call) => `${writeNumber(value, decimals)} ${symbol}`
  return [
    ...differ('Recipient or contract', file?.to, queue?.to),
    ...differ('Amount', file && write(file), queue && write(queue)),
  ]
}

/** Arguments by name where both call one known method, else the bytes. */
function compareData(
  file: Hex | undefined,
  queue: Hex | undefined,
): Difference[] {
  const values = compareArguments(file, queue)
  return [
    ...differ('Method', nameMethod(file), nameMethod(queue)),
    // Written out, two lists can read the same.
    ...(values.length > 0 ? values : compareBytes(file, queue)),
  ]
}

function compareArguments(
  file: Hex | undefined,
  queue: Hex | undefined,
): Difference[] {
  const method = findMethod(file ?? queue ?? '0x')
  if (!method) return []
  const ours = file && decodeArguments(method, file)
  const theirs = queue && decodeArguments(method, queue)
  const isUnread = (file && !ours) || (queue && !theirs)
  if (isUnread) return []
  return listArgumentNames(method).flatMap((name) =>
    differ(
      `${method.name}, ${name}`,
      ours && writeValue(ours[name]),
      theirs && writeValue(theirs[name]),
    ),
  )
}

function compareBytes(
  file: Hex | undefined,
  queue: Hex | undefined,
): Difference[] {
  const write = (data: Hex | undefined) =>
    data === '0x' ? undefined : data?.toLowerCase()
  return differ('Calldata', write(file), write(queue))
}

/** Several share a selector, with other names for arguments of the same types. */
function findMethod(data: Hex): Method | undefined {
  return knownMethods[readSelector(data)]?.[0]
}

function readSelector(data: Hex): Hex {
  return data.slice(0, 10).toLowerCase() as Hex
}

function nameMethod(data: Hex = '0x'): string | undefined {
  if (data === '0x') return undefined
  return findMethod(data)?.signature ?? `Unknown (${readSelector(data)})`
}

function decodeArguments(
  method: Method,
  data: Hex,
): Readonly<Record<string, AbiValue>> | undefined {
  try {
    return decodeMethod(method, data) as Readonly<Record<string, AbiValue>>
  } catch {
    return undefined
  }
}

function writeValue(value: AbiValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`
  return String(value) || 'Empty'
}

/** What is written beside it: nobody signs it, and it can be anybody's. */
export type Beside = {
  note: string | undefined
  origin: string | undefined
  /** Those whose signature is there. */
  signers: readonly Address[]
}

/**
 * Of two copies of one thing. What the file says nothing of does not differ.
 * What the queue has and this browser has not is the gateway's word.
 */
export function compareBeside(
  file: Beside,
  queue: Beside,
  own: Beside | undefined,
): Difference[] {
  const compare = (field: string, read: (one: Beside) => string | undefined) =>
    differ(field, read(file), read(queue)).map((one) => ({
      ...one,
      ...(own && read(own) === read(queue) ? {} : reported),
    }))
  const all = [...new Set([...file.signers, ...queue.signers])]
  return [
    ...(file.note ? compare('Note', ({ note }) => note || undefined) : []),
    ...(file.origin
      ? compare('Origin', ({ origin }) => writeOrigin(origin))
      : []),
    ...all
      .filter(
        (who) => file.signers.includes(who) !== queue.signers.includes(who),
      )
      .map((who) => compareSigned(who, { file, queue, own })),
  ]
}

const reported = { isReported: true } as const

/** The file's is valid, and so was this browser's own when it was kept. */
function compareSigned(
  of: Address,
  {
    file,
    queue,
    own,
  }: { file: Beside; queue: Beside; own: Beside | undefined },
): Difference {
  const has = (one: Beside | undefined) => one?.signers.includes(of) ?? false
  const isOwn = own !== undefined && has(own) === has(queue)
  const words = isOwn ? 'Signed' : 'Reported as signed'
  return {
    ...{ field: 'Signature', of },
    file: has(file) ? 'Signed' : 'None',
    queue: has(queue) ? words : 'None',
    ...(isOwn ? {} : reported),
  }
}

/** Services write the app's name and address as JSON, others as they like. */
function writeOrigin(origin: string | undefined): string | undefined {
  const parsed = parseJson(origin ?? '')
  if (typeof parsed !== 'object' || parsed === null) return origin || undefined
  const { name, url } = parsed as { name?: unknown; url?: unknown }
  const words = [name, url].filter((one) => typeof one === 'string' && one)
  return words.length > 0 ? words.join(', ') : origin
}

function differ(
  field: string,
  file: string | undefined,
  queue: string | undefined,
): Difference[] {
  const isSame =
    file === queue ||
    (isAddress(file ?? '', { strict: false }) &&
      file?.toLowerCase() === queue?.toLowerCase())
  if (isSame) return []
  // Somebody can have written the word itself.
  const none = file === 'None' || queue === 'None' ? 'Nothing' : 'None'
  return [{ field, file: file ?? none, queue: queue ?? none }]
}
