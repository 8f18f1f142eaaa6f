import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKits, openApiKit, openKitScene } from '../apiKits.js'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'
import { proposeAndConfirm } from '../kitJourney.js'
import { type Recorder, startRecorder } from '../recorder.js'

// The way that programs go most; `apiKit.test.ts` goes all the others.

let demo: DemoGateway
let recorder: Recorder

beforeAll(async () => {
  demo = await shareDemoGateway()
  recorder = await startRecorder(demo.url)
}, 300_000)
afterAll(async () => {
  await recorder?.stop()
  await demo?.stop()
})

test.each(apiKits)(
  'api-kit $version proposes, confirms and lists',
  async ({ Kit }) => {
    const scene = await openKitScene(demo.devnet, {
      gatewayUrl: demo.url,
      recorderUrl: recorder.url,
    })
    await proposeAndConfirm(openApiKit(scene, Kit), scene)
    expect(recorder.faults).toEqual([])
  },
  60_000,
)
