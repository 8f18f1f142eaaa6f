import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import decodeQR from 'qr/decode.js'
import { encode } from 'uqr'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCollected, writeCodes } from '../envelope/codes.js'
import { readPasted } from '../envelope/readPasted.js'
import type { Frames } from '../envelope/ur/encodeFrames.js'
import { createFrameCollector } from '../envelope/ur/frameCollector.js'
import { createRandom } from '../envelope/ur/xoshiro256.js'
import { verifyCarried } from '../envelope/verifyCarried.js'
import { encodeMultiSend } from '../multiSend.js'
import { domain, signable, signParcel } from './signedParcel.js'

// The codes are drawn with what the web app draws with, and read with what it
// reads cameras with, and with a program that has nothing to do with either.

const program = 'zbarimg'
const isInstalled = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, program)))
if (!isInstalled)
  process.stdout.write(
    'zbarimg is not installed (Debian: apt-get install zbar-tools), so it is not asked.\n',
  )

/** 3 kB of calls that do not compress. */
const batch = {
  ...signable,
  transaction: {
    ...signable.transaction,
    operation: 1,
    data: encodeMultiSend(
      Array.from({ length: 16 }, (_, index) => ({
        to: signable.transaction.to,
        value: 0n,
        operation: 0 as const,
        data: `0x${Array.from({ length: 100 }, (_, at) => ((index * 7919 + at * 104729 + index * at * 31) % 251).toString(16).padStart(2, '0')).join('')}` as const,
      })),
    ),
  },
} as const

let single: Frames
let many: Frames

beforeAll(async () => {
  single = await writeCodes(await signParcel(signable))
  many = await writeCodes(await signParcel(batch))
})

test('one transaction with two signatures is one code', () => {
  expect(single.count).toBe(1)
  expect(encode(single.frame(1), { ecc: 'L' }).version).toBeLessThanOrEqual(20)
})

test('a batch of 3 kB is frames, each a code that phones read', () => {
  expect(many.count).toBeGreaterThan(5)
  for (let sequence = 1; sequence <= 40; sequence++)
    expect(
      encode(many.frame(sequence), { ecc: 'L' }).version,
    ).toBeLessThanOrEqual(13)
})

test('the reader of the web app reads the single code', async () => {
  const text = decodeQR(toPicture(single.frame(1)))
  expect(text).toBe(single.frame(1))
  const [carried] = await readPasted(text)
  if (carried?.kind !== 'transaction') throw new Error('No transaction.')
  const verified = await verifyCarried(carried, domain)
  expect(verified.signable).toEqual(signable)
  expect(verified.signatures.map(({ status }) => status)).toEqual([
    'recovered',
    'recovered',
  ])
})

test('the reader of the web app reads every third frame to the end', async () => {
  const collector = createFrameCollector()
  for (let sequence = 1; sequence < 300; sequence += 3) {
    const result = collector.add(decodeQR(toPicture(many.frame(sequence))))
    if (result.status !== 'complete') continue
    const [carried] = await readCollected(result.payload)
    expect(carried).toMatchObject({ transaction: batch.transaction })
    return
  }
  throw new Error('It never came to an end.')
})

test('two batches on two screens, with 30 % of their codes lost, come as one of them or not at all', async () => {
  const other = await writeCodes(
    await signParcel({
      ...batch,
      transaction: { ...batch.transaction, nonce: 99n },
    }),
  )
  const random = createRandom(new TextEncoder().encode('lost'))
  const collector = createFrameCollector()
  for (let sequence = 1; sequence < 100; sequence++)
    for (const frames of [many, other]) {
      if (random() < 0.3) continue
      const text = decodeQR(toPicture(frames.frame(sequence)))
      const result = collector.add(text)
      if (result.status !== 'complete') continue
      const [carried] = await readCollected(result.payload)
      if (carried?.kind !== 'transaction') throw new Error('No transaction.')
      const nonce = frames === many ? batch.transaction.nonce : 99n
      expect(carried.transaction).toEqual({ ...batch.transaction, nonce })
      const verified = await verifyCarried(carried, domain)
      expect(verified.signatures.map(({ status }) => status)).toEqual([
        'recovered',
        'recovered',
      ])
      return
    }
  throw new Error('It never came to an end.')
})

describe.skipIf(!isInstalled)('Debian', () => {
  test('zbarimg reads the codes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'covault-codes-'))
    try {
      const frames = Array.from({ length: many.count }, (_, at) =>
        // Beyond the first ones every frame is a mix of several parts.
        many.frame(at + 1 + (at % 2) * 100),
      )
      const texts = [single.frame(1), ...frames]
      const read = texts.map((text, index) => {
        const file = join(folder, `${index}.pgm`)
        writeFileSync(file, toPgm(text))
        const options = ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable']
        const { stdout } = spawnSync(program, [...options, file])
        return stdout.toString().trim()
      })
      expect(read).toEqual(texts)
      const [carried] = await readPasted(read[0] ?? '')
      expect(carried).toMatchObject({ transaction: signable.transaction })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const modulePixels = 4

/** Black modules on white, as a camera would see them straight on. */
function toPixels(text: string): { side: number; pixels: Uint8Array } {
  const { data, size } = encode(text, { ecc: 'L', border: 4 })
  const side = size * modulePixels
  const pixels = Uint8Array.from({ length: side * side }, (_, at) => {
    const row = Math.floor(at / side / modulePixels)
    const column = Math.floor((at % side) / modulePixels)
    return data[row]?.[column] ? 0 : 255
  })
  return { side, pixels }
}

function toPicture(text: string) {
  const { side, pixels } = toPixels(text)
  const data = new Uint8Array(pixels.length * 4)
  pixels.forEach((shade, at) => {
    data.set([shade, shade, shade, 255], at * 4)
  })
  return { width: side, height: side, data }
}

/** A picture without compression, which needs no library. */
function toPgm(text: string): Uint8Array {
  const { side, pixels } = toPixels(text)
  return Buffer.concat([Buffer.from(`P5 ${side} ${side} 255\n`), pixels])
}
