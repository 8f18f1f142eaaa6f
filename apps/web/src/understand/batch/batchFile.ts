import { BaseError, nameChain } from '@covault/protocol'
import { type Hex, keccak256, stringToHex } from 'viem'
import * as z from 'zod/mini'
import {
  type BatchOrigin,
  type DraftBatch,
  mostBatched,
  type NewBatchedCall,
} from '../../preferences/draftBatches.js'
import { BatchEntryError, readEntry, writeRawEntry } from './batchEntry.js'

const batchFile = z.looseObject({
  chainId: z.union([z.string(), z.number()]),
  meta: z.looseObject({
    name: z.optional(z.nullable(z.string())),
    checksum: z.optional(z.nullable(z.string())),
  }),
  transactions: z.array(z.unknown()),
})

export type ReadBatchFile = {
  calls: NewBatchedCall[]
  origin: BatchOrigin
  /** Wrong: somebody changed the file after a builder wrote it. */
  checksum: 'right' | 'wrong' | 'absent'
}

/** Reads the file of a transaction builder; every failure has its own class. */
export function readBatchFile(
  text: string,
  chain: { chainId: number; name: string },
): ReadBatchFile {
  const value = parseJson(text)
  const file = parseFile(value)
  if (String(file.chainId) !== String(chain.chainId))
    throw new OtherChainFileError({ chain, chainId: file.chainId })
  if (file.transactions.length === 0)
    throw new NotABatchFileError('the file has no calls')
  if (file.transactions.length > mostBatched)
    throw new NotABatchFileError(
      `the file has ${file.transactions.length} calls, and a batch holds at most ${mostBatched}`,
    )
  const name = file.meta.name || 'Transactions Batch'
  return {
    calls: file.transactions.map((entry, index) =>
      readCall(entry, index, name),
    ),
    origin: {
      name,
      // Their place among the names of the file is kept.
      document: { ...toRecord(value), transactions: [] },
      ...findLayout(value, text),
    },
    checksum: judgeChecksum(file),
  }
}

/** The file of a batch; one that was read and not changed is as it was. */
export function writeBatchFile({
  batch: { chainId, safe, calls, origin },
  createdAt,
}: {
  batch: DraftBatch
  /** Milliseconds. */
  createdAt: number
}): string {
  const document = origin?.document ?? {
    version: '1.0',
    chainId: String(chainId),
    createdAt,
    meta: {
      name: origin?.name ?? 'Transactions Batch',
      description: '',
      txBuilderVersion: 'covault',
      createdFromSafeAddress: safe,
      createdFromOwnerAddress: '',
    },
  }
  const transactions = calls.map(
    ({ entry, ...call }) => entry ?? writeRawEntry(call),
  )
  const meta = toRecord(document.meta)
  const file = { ...document, createdAt, meta, transactions }
  const summed = { ...file, meta: { ...meta, checksum: hashBatchFile(file) } }
  return JSON.stringify(summed, null, origin?.indent) + (origin?.end ?? '')
}

/**
 * The checksum of a file: keccak-256 over its values and the sorted names of
 * its objects, without the checksum itself and without the file's name. As
 * apps/tx-builder/src/lib/checksum.ts of safe-global/safe-react-apps has it.
 */
export function hashBatchFile(
  file: Readonly<Record<string, unknown>> & { meta: object },
): Hex {
  const { checksum: _, ...meta } = { checksum: null, ...file.meta }
  const named = { ...file, meta: { ...meta, name: null } }
  return keccak256(stringToHex(serialize(named)))
}

function serialize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialize).join(',')}]`
  if (typeof value !== 'object' || value === null)
    return JSON.stringify(value ?? null)
  const entries = new Map(Object.entries(value))
  const names = [...entries.keys()].sort()
  const values = names.map((name) => `${serialize(entries.get(name))},`)
  return `{${JSON.stringify(names)}${values.join('')}}`
}

type BatchFile = z.output<typeof batchFile>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new NotABatchFileError('the file isn’t JSON', cause)
  }
}

/** In the order of the file, which a parsed object does not keep. */
function toRecord(value: unknown): Record<string, unknown> {
  return z.parse(z.record(z.string(), z.unknown()), value)
}

function parseFile(value: unknown): BatchFile {
  const parsed = z.safeParse(batchFile, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.')
  throw new NotABatchFileError(
    place ? `“${place}” is missing or wrong` : 'the file isn’t an object',
  )
}

function readCall(
  entry: unknown,
  index: number,
  source: string,
): NewBatchedCall {
  try {
    // Taken as a call it would do something else than its writer meant.
    if (Number(toRecord(entry).operation ?? 0) !== 0)
      throw new BatchEntryError('delegatecalls can’t be part of a batch')
    return { ...readEntry(entry), source }
  } catch (error) {
    if (!(error instanceof BatchEntryError)) throw error
    throw new BatchFileCallError({ number: index + 1, reason: error.message })
  }
}

function judgeChecksum(file: BatchFile): ReadBatchFile['checksum'] {
  const { checksum } = file.meta
  if (!checksum) return 'absent'
  return hashBatchFile(file) === checksum.toLowerCase() ? 'right' : 'wrong'
}

const indents = [undefined, 2, 4, '\t', 3, 1] as const

/** How the file is broken into lines, so that it can be written alike. */
function findLayout(
  file: unknown,
  text: string,
): Pick<BatchOrigin, 'indent' | 'end'> {
  const trimmed = text.trimEnd()
  const indent = indents.find(
    (one) => JSON.stringify(file, null, one) === trimmed,
  )
  const end = text.slice(trimmed.length)
  return indent === undefined ? { end } : { indent, end }
}

export class NotABatchFileError extends BaseError {
  constructor(reason: string, cause?: unknown) {
    super(`This isn’t a transaction builder file: ${reason}.`, {
      cause,
    })
  }
}

export class BatchFileCallError extends BaseError {
  constructor({ number, reason }: { number: number; reason: string }) {
    super(`Call ${number} of the file can’t be read: ${reason}.`)
  }
}

export class OtherChainFileError extends BaseError {
  constructor({
    chain,
    chainId,
  }: {
    chain: { chainId: number; name: string }
    chainId: string | number
  }) {
    super(
      `The file is for ${nameChain(String(chainId).slice(0, 40))}, but this safe is on ${nameChain(chain.chainId, [chain])}. The same addresses may be different contracts there.`,
    )
  }
}
