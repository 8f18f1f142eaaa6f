import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCases } from '../testing/calls.js'
import { arbitraryMutation, mutate } from '../testing/mutate.js'
import {
  type RecordingServer,
  startRecordingServer,
} from '../testing/recordingServer.js'
import { createClient } from './createClient.js'
import { GatewayError, ResponseSchemaError } from './errors.js'

let server: RecordingServer

beforeAll(async () => {
  server = await startRecordingServer()
})

afterAll(() => server.stop())

const answered = callCases.filter(({ answer }) => answer !== undefined)

const status = fc.oneof(
  { weight: 8, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.constantFrom(201, 400, 404, 422, 429, 500, 599) },
)

/** What happens to the bytes themselves: mostly nothing. */
const damage = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ at: fc.nat(), byte: fc.constant(null) }),
  },
)

const mutatedAnswer = fc.record({
  call: fc.constantFrom(...answered),
  steps: arbitraryMutation,
  status,
  damage,
})

/** As many at a time as keep both sides of the wire busy. */
const batch = 20

test('ten thousand mutated answers end in a value or a named error', async () => {
  const outcomes = { values: 0, errors: 0, malformed: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(mutatedAnswer, { minLength: batch, maxLength: batch }),
      async (answers) => {
        server.answerWith((response) => {
          const index = Number(response.req.url?.split('/')[1])
          const answer = answers[index]
          response.writeHead(answer?.status ?? 500)
          response.end(answer && bytesOf(answer))
        })
        const made = answers.map(({ call }, index) =>
          call.make(
            createClient({ baseUrl: `${server.url}/${index}`, retryLimit: 0 }),
          ),
        )
        for (const result of await Promise.allSettled(made))
          outcomes[judge(result)] += 1
      },
    ),
    { numRuns: 10_000 / batch },
  )
  // Each way was really taken, or the property would say little.
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(500)
}, 300_000)

function judge(result: PromiseSettledResult<unknown>) {
  if (result.status === 'fulfilled') return 'values'
  const error: unknown = result.reason
  if (!(error instanceof ResponseSchemaError)) {
    expect(error).toBeInstanceOf(GatewayError)
    return 'errors'
  }
  expect(error.path).not.toBe('')
  expect(error.message).toContain(` at ${error.path}: `)
  return 'malformed'
}

type MutatedAnswer =
  typeof mutatedAnswer extends fc.Arbitrary<infer T> ? T : never

function bytesOf({ call, steps, damage: harm }: MutatedAnswer): Buffer {
  const bytes = Buffer.from(JSON.stringify(mutate(call.answer, steps)) ?? '')
  if (!harm || bytes.length === 0) return bytes
  const position = harm.at % bytes.length
  if (harm.byte === null) return bytes.subarray(0, position)
  bytes[position] = harm.byte
  return bytes
}
