import { BaseError } from '../errors.js'
import type { Carried } from './carried.js'
import { concatenate, decodeText, packText, unpackText } from './payload.js'
import { readEnvelope } from './readEnvelope.js'
import { encodeFrames, type Frames } from './ur/encodeFrames.js'
import { createFrameCollector } from './ur/frameCollector.js'
import {
  type CarriedSignable,
  type Parcel,
  toEnvelope,
} from './writeEnvelope.js'

/** The first byte of what codes carry; JSON as it is begins with a brace. */
const packedMark = 1
const brace = 0x7b

/** Texts for QR codes: one, or frames without end for larger ones. */
export function writeCodes(parcel: Parcel): Promise<Frames> {
  return packFrames(toEnvelope(parcel))
}

/** Without hashes and signatures, for a device that computes its own. */
export function writeBareCodes(signable: CarriedSignable): Promise<Frames> {
  const envelope = toEnvelope({ signable, signatures: [] })
  const hashes = ['safeTxHash', 'messageHash']
  const bare = Object.entries(envelope).filter(
    ([name]) => !hashes.includes(name),
  )
  return packFrames(Object.fromEntries(bare))
}

async function packFrames(content: object): Promise<Frames> {
  const packed = await packText(JSON.stringify(content))
  return encodeFrames(concatenate([Uint8Array.of(packedMark), packed]))
}

/** One code that has everything. */
export async function readCode(text: string): Promise<Carried[]> {
  const result = createFrameCollector().add(text)
  if (result.status === 'refused') throw result.reason
  if (result.status === 'collecting') throw new OneFrameError()
  return readCollected(result.payload)
}

/** What a collector of frames has put together. */
export async function readCollected(payload: Uint8Array): Promise<Carried[]> {
  if (payload[0] === brace) return readEnvelope(decodeText(payload))
  if (payload[0] !== packedMark) throw new UnknownCodeError()
  return readEnvelope(await unpackText(payload.subarray(1)))
}

export class OneFrameError extends BaseError {
  override name = 'OneFrameError'

  constructor() {
    super('This is one of several codes. Scan until all are read.')
  }
}

export class UnknownCodeError extends BaseError {
  override name = 'UnknownCodeError'

  constructor() {
    super('This code contains no transaction or message that Covault can read.')
  }
}
