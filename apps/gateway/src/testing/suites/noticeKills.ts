import { demoAccounts } from '@covault/devnet'
import { expect, test } from 'vitest'
import { startProcess } from '../bridgedGateways.js'
import { signIn } from '../membersWorld.js'
import {
  addWebhook,
  confirm,
  proposeOne,
  withNotices,
} from '../noticesSuite.js'
import { createRandom } from '../randomRun.js'
import { waitFor } from '../scene.js'

// Notices of a gateway that is killed between an event and its delivery.

const { alice, bob, carol } = demoAccounts
const { newSafe, listen, open, closers } = withNotices({ firstSalt: 279_800n })

/** One event after another, and the gateway that is to tell them dies. */
async function surviveKills(kills: number): Promise<void> {
  const seed = Number(process.env.COVAULT_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`notices with ${kills} kills, seed ${seed}\n`)
  const random = createRandom(seed)
  let onArrival: ((end: () => void) => void) | undefined
  const listener = await listen((_arrived, response) => {
    const end = () => response.writeHead(204).end()
    if (onArrival) onArrival(end)
    else end()
  })
  const gateway = await open({
    ...{ trustedOrigins: [listener.origin], tries: 100 },
  })
  const safe = await newSafe(3)
  const cookie = await signIn(gateway.app, alice)
  const url = `${listener.origin}/hook`
  await addWebhook(gateway, safe, { cookie, url })
  const expected: string[] = []
  let nonce = 0n
  const act = async () => {
    const hash = await proposeOne(gateway, safe, { cookie, nonce: nonce++ })
    expected.push(`PENDING_MULTISIG_TRANSACTION ${hash}`)
    for (const owner of random() < 0.5 ? [alice] : [alice, bob, carol]) {
      if (owner !== alice) await confirm(gateway, hash, { cookie, owner })
      expected.push(`NEW_CONFIRMATION ${hash} ${owner.address}`)
    }
  }
  let end: (() => Promise<unknown>) | undefined
  closers.push(async () => end?.())
  for (let kill = 0; kill < kills; kill++) {
    end ??= await startProcess(gateway.args, gateway.environment)
    const dead = end
    const way = random()
    const ended = new Promise<void>((resolve) => {
      const die = () => void dead().then(() => resolve())
      if (way < 0.25) {
        // Before what happens can be told.
        void act().then(die)
      } else if (way < 0.5) {
        // It has arrived, and nobody says so.
        onArrival = die
      } else if (way < 0.75) {
        // It was answered, and perhaps noted.
        onArrival = (answer) => {
          answer()
          setImmediate(die)
        }
      } else setTimeout(die, random() * 300)
    })
    if (way >= 0.25) await act()
    await ended
    onArrival = undefined
    end = undefined
  }
  end = await startProcess(gateway.args, gateway.environment)
  // Its indexer finds the safe's creation some time.
  const listLines = () =>
    listener
      .at('/hook')
      .filter(({ type }) => type !== 'SAFE_CREATED')
      .map(({ type, safeTxHash, owner }) =>
        [type, safeTxHash, owner].filter(Boolean).join(' '),
      )
  await waitFor(
    'everything to arrive',
    () => listLines().at(-1) === expected.at(-1),
  )
  // Each at least once and in order: only what was last may come again.
  const lines = listLines()
  expect(lines.filter((line, at) => line !== lines[at - 1])).toEqual(expected)
  const bodies = new Map<string, string>()
  for (const { id, body } of listener.arrived) {
    if (body.includes('SAFE_CREATED')) continue
    expect(bodies.get(id) ?? body).toBe(body)
    bodies.set(id, body)
  }
  expect(bodies.size).toBe(expected.length)
}

test(
  'a gateway that is killed 3 times tells everything, in order, under the same ids',
  () => surviveKills(3),
  300_000,
)

test(
  'a gateway that is killed 50 times tells everything, in order, under the same ids @full',
  () => surviveKills(50),
  1_800_000,
)
