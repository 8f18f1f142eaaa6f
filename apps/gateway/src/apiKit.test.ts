import { getDemoContractAddress } from '@covault/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  apiKits,
  type KitScene,
  openApiKit,
  openKitScene,
} from './testing/apiKits.js'
import { type DemoGateway, startDemoGateway } from './testing/demoGateway.js'
import {
  askForOperations,
  executeWithProtocolKit,
  proposeAndConfirm,
  proposeForOthers,
  readAll,
  sendWithStarterKit,
  signMessages,
} from './testing/kitJourney.js'
import { knowLocalChains } from './testing/knowLocalChains.mjs'
import { type Recorder, startRecorder } from './testing/recorder.js'

const chainIds = [31337, 31338]

let demo: DemoGateway
let recorder: Recorder

async function openScene(chainId: number): Promise<KitScene> {
  const devnet = demo.devnets.find((each) => each.chainId === chainId)
  if (!devnet) throw new Error(`Chain ${chainId} was not started.`)
  return openKitScene(devnet, {
    gatewayUrl: demo.url,
    recorderUrl: recorder.url,
  })
}

/** A safe of the demo that modules have acted for. */
async function findBusySafe(chainId: number) {
  for (const { address } of demo.world.safes.filter(
    (safe) => safe.chainId === chainId,
  )) {
    const reply = await fetch(
      `${demo.url}/tx-service/${chainId}/api/v1/safes/${address}/module-transactions/`,
    )
    if (((await reply.json()) as { count: number }).count > 0) return address
  }
  throw new Error('No module has acted for a safe.')
}

/** A kit that knows which of its methods were never called. */
function watchCalls<kit extends object>(kit: kit) {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(kit))
  const uncalled = new Set(names.filter((name) => name !== 'constructor'))
  const watched = new Proxy(kit, {
    get(target, name) {
      uncalled.delete(String(name))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { kit: watched, uncalled: () => [...uncalled] }
}

describe('every version of api-kit @full', () => {
  beforeAll(async () => {
    demo = await startDemoGateway(chainIds)
    recorder = await startRecorder(demo.url)
  }, 600_000)
  afterAll(async () => {
    await recorder?.stop()
    await demo?.stop()
  })

  describe.each(chainIds)('on chain %i', (chainId) => {
    test.each(apiKits)(
      '$version calls each of its methods',
      async ({ version, Kit }) => {
        const scene = await openScene(chainId)
        const { kit, uncalled } = watchCalls(openApiKit(scene, Kit))
        const hash = await proposeAndConfirm(kit, scene)
        await executeWithProtocolKit(kit, scene, hash)
        await proposeForOthers(kit, scene)
        await signMessages(kit, scene)
        await readAll(kit, scene, {
          token: await getDemoContractAddress('dollar'),
          busySafe: await findBusySafe(chainId),
        })
        await askForOperations(kit, scene, version)
        expect(uncalled()).toEqual([])
        expect(recorder.faults).toEqual([])
      },
      180_000,
    )

    test('sdk-starter-kit 3.0.2 sends, confirms and executes', async () => {
      knowLocalChains(chainIds)
      await sendWithStarterKit(await openScene(chainId))
      expect(recorder.faults).toEqual([])
    }, 180_000)
  })
})
