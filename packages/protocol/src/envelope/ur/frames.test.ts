import { bytesToHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { fromBytewords, toBytewords } from './bytewords.js'
import { encodeBytes } from './cbor.js'
import { crc32 } from './crc32.js'
import { encodeFrames, splitMessage } from './encodeFrames.js'
import { createFrameCollector } from './frameCollector.js'
import { createRandom } from './xoshiro256.js'

// The published vectors of BC-UR: 256 bytes of its generator, seeded "Wolf".
const published = [
  'ur:bytes/1-9/lpadascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtdkgslpgh',
  'ur:bytes/2-9/lpaoascfadaxcywenbpljkhdcagwdpfnsboxgwlbaawzuefywkdplrsrjynbvygabwjldapfcsgmghhkhstlrdcxaefz',
  'ur:bytes/9-9/lpasascfadaxcywenbpljkhdcajskecpmdckihdyhphfotjojtfmlnwmadspaxrkytbztpbauotbgtgtaeaevtgavtny',
  'ur:bytes/10-9/lpbkascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtwdkiplzs',
  'ur:bytes/12-9/lpbnascfadaxcywenbpljkhdcarllaluzmdmgstospeyiefmwejlwtpedamktksrvlcygmzemovovllarodtmtbnptrs',
  'ur:bytes/13-9/lpbtascfadaxcywenbpljkhdcamtkgtpknghchchyketwsvwgwfdhpgmgtylctotzopdrpayoschcmhplffziachrfgd',
  'ur:bytes/14-9/lpbaascfadaxcywenbpljkhdcapazewnvonnvdnsbyleynwtnsjkjndeoldydkbkdslgjkbbkortbelomueekgvstegt',
  'ur:bytes/15-9/lpbsascfadaxcywenbpljkhdcaynmhpddpzmversbdqdfyrehnqzlugmjzmnmtwmrouohtstgsbsahpawkditkckynwt',
  'ur:bytes/16-9/lpbeascfadaxcywenbpljkhdcawygekobamwtlihsnpalnsghenskkiynthdzotsimtojetprsttmukirlrsbtamjtpd',
  'ur:bytes/17-9/lpbyascfadaxcywenbpljkhdcamklgftaxykpewyrtqzhydntpnytyisincxmhtbceaykolduortotiaiaiafhiaoyce',
  'ur:bytes/19-9/lpbwascfadaxcywenbpljkhdcadekicpaajootjzpsdrbalpeywllbdsnbinaerkurspbncxgslgftvtsrjtksplcpeo',
  'ur:bytes/20-9/lpbbascfadaxcywenbpljkhdcayapmrleeleaxpasfrtrdkncffwjyjzgyetdmlewtkpktgllepfrltataztksmhkbot',
]
const publishedSingle =
  'ur:bytes/hdeymejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtgwdpfnsboxgwlbaawzuefywkdplrsrjynbvygabwjldapfcsdwkbrkch'

const encode = (text: string) => new TextEncoder().encode(text)

function makeBytes(seed: string, length: number): Uint8Array {
  const random = createRandom(encode(seed))
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}

test('computes the CRC-32 of the standard', () => {
  expect(crc32(encode('123456789'))).toBe(0xcbf43926)
})

test('writes every byte as two letters of its own', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect(new Set(toBytewords(all).match(/../g)).size).toBe(256)
  expect(fromBytewords(toBytewords(all))).toEqual(all)
  expect(toBytewords(encode('Some bytes'))).toBe('gujljnihcxidkkjyihjktiaakelp')
})

test('writes the published frames, plain and mixed', () => {
  const message = encodeBytes(makeBytes('Wolf', 256))
  const frames = splitMessage(message, { most: 30 })
  expect(frames.count).toBe(9)
  for (const text of published) {
    const sequence = Number(/\/(\d+)-/.exec(text)?.[1])
    expect(frames.frame(sequence).toLowerCase()).toBe(text)
  }
})

test('writes and reads the published single code', () => {
  const payload = makeBytes('Wolf', 50)
  const frames = encodeFrames(payload)
  expect(frames.count).toBe(1)
  expect(frames.frame(1).toLowerCase()).toBe(publishedSingle)
  expect(createFrameCollector().add(publishedSingle)).toEqual({
    status: 'complete',
    payload,
  })
})

test('reads 3 kB of which 30 % of the frames are lost, beginning anywhere', () => {
  const payload = makeBytes('batch', 3_000)
  const frames = encodeFrames(payload)
  for (let round = 0; round < 50; round++) {
    const random = createRandom(encode(`lost ${round}`))
    const start = 1 + Math.floor(random() * 200)
    const shown = collect(
      function* () {
        for (let sequence = start; ; sequence++)
          if (random() >= 0.3) yield frames.frame(sequence)
      },
      { most: frames.count * 4 },
    )
    expect(shown).toBe(bytesToHex(payload))
  }
})

test('keeps two messages apart whose frames come mixed', () => {
  const payloads = [makeBytes('one', 3_000), makeBytes('two', 3_000)]
  const [one, two] = payloads.map((payload) => encodeFrames(payload))
  if (!one || !two) throw new Error('Two messages are needed.')
  for (let round = 0; round < 20; round++) {
    const random = createRandom(encode(`mixed ${round}`))
    const shown = collect(
      function* () {
        for (let sequence = 1; ; sequence++)
          for (const frames of [one, two])
            if (random() >= 0.3) yield frames.frame(sequence)
      },
      { most: 400 },
    )
    expect(payloads.map((payload) => bytesToHex(payload))).toContain(shown)
  }
})

test('says how far it is, and that two messages are seen', () => {
  const collector = createFrameCollector()
  const one = encodeFrames(makeBytes('one', 3_000))
  const two = encodeFrames(makeBytes('two', 3_000))
  expect(collector.add(one.frame(1))).toEqual({
    status: 'collecting',
    share: 1 / one.count,
    messages: 1,
  })
  expect(collector.add(one.frame(1))).toMatchObject({ share: 1 / one.count })
  expect(collector.add(two.frame(2))).toMatchObject({ messages: 2 })
})

test('takes nothing from frames that contradict each other', () => {
  const payload = makeBytes('honest', 3_000)
  const honest = encodeFrames(payload)
  const random = createRandom(encode('forged'))
  for (let round = 0; round < 10; round++) {
    const collector = createFrameCollector()
    // Fits the message by number, size and checksum, but not by content.
    const forged = forge(honest.frame(1 + Math.floor(random() * 40)))
    const results = [collector.add(forged)]
    for (let sequence = 1; sequence <= 60; sequence++)
      results.push(collector.add(honest.frame(sequence)))
    for (const result of results)
      if (result.status === 'complete')
        expect(bytesToHex(result.payload)).toBe(bytesToHex(payload))
    expect(results.some(({ status }) => status === 'refused')).toBe(true)
  }
})

test.each([
  ['nothing', ''],
  ['another kind', 'ur:crypto-psbt/lsadaoaxjygonesw'],
  ['a letter changed', publishedSingle.replace('hdey', 'hdea')],
  ['a cut code', publishedSingle.slice(0, -2)],
  ['no words', 'ur:bytes/'],
  ['another number than inside', published[0]?.replace('1-9', '2-9') ?? ''],
  ['no part', publishedSingle.replace('ur:bytes/', 'ur:bytes/1-9/')],
])('refuses %s', (_name, text) => {
  expect(createFrameCollector().add(text).status).toBe('refused')
})

test('refuses frames that promise more than fits', () => {
  expect(() => encodeFrames(new Uint8Array(70_000))).toThrow(
    'This needs codes for 70005 bytes, and the limit is 65536. Send a file instead.',
  )
  const { status } = createFrameCollector().add(
    'ur:bytes/'.padEnd(300_000, 'a'),
  )
  expect(status).toBe('refused')
})

/** What the collector hands out first, from at most so many frames. */
function collect(
  show: () => Iterable<string>,
  { most }: { most: number },
): Hex | undefined {
  const collector = createFrameCollector()
  let left = most
  for (const text of show()) {
    const result = collector.add(text)
    if (result.status === 'complete') return bytesToHex(result.payload)
    expect(result.status).toBe('collecting')
    if (--left === 0) return undefined
  }
  return undefined
}

function forge(text: string): string {
  const [, head = '', words = ''] = /^(.*\/)([A-Z]+)$/.exec(text) ?? []
  const body = fromBytewords(words.toLowerCase())
  body[body.length - 1] = (body.at(-1) ?? 0) ^ 1
  return `${head}${toBytewords(body).toUpperCase()}`
}
