import {
  createFrameCollector,
  UnknownNetworkError,
  writeCodes,
  writeLink,
} from '@covault/protocol/envelope'
import { keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readBrought, readSeen } from './readBrought.js'

const domain = {
  chainId: 424242,
  safe: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
  version: '1.4.1',
} as const
const parcel = {
  signable: { kind: 'message', domain, message: 'Hello' },
  signatures: [],
} as const
const networks = [{ chainId: 424242, shortName: 'ours' }]
const carried = { kind: 'message', stated: { chainId: 424242 } }

const write = () =>
  writeLink(parcel, { origin: 'https://a.example', shortName: 'ours' })

test('a link for a network that only this gateway has is read, pasted or seen', async () => {
  const link = await write()
  const collector = createFrameCollector()
  expect(await readBrought(link, networks)).toMatchObject([carried])
  expect(await readSeen(link, { collector, networks })).toMatchObject({
    carried: [carried],
  })
})

test('a link for a network that nobody knows is refused by name', async () => {
  const collector = createFrameCollector()
  await expect(
    readSeen(await write(), { collector, networks: [] }),
  ).rejects.toThrow(UnknownNetworkError)
})

test('codes are collected until all of it was seen', async () => {
  const long = { ...parcel.signable, message: writeNoise() }
  const { count, frame } = await writeCodes({ ...parcel, signable: long })
  const collector = createFrameCollector()
  expect(await readSeen(frame(1), { collector, networks })).toMatchObject({
    share: expect.closeTo(1 / count),
  })
  const seen = await Promise.all(
    Array.from({ length: count - 1 }, (_, at) =>
      readSeen(frame(at + 2), { collector, networks }),
    ),
  )
  expect(seen.at(-1)).toMatchObject({
    carried: [{ ...carried, message: long.message }],
  })
})

/** Letters that hardly pack. */
function writeNoise(): string {
  return Array.from({ length: 60 }, (_, at) => keccak256(toHex(at))).join('')
}
