import { expect, test } from 'vitest'
import {
  createRequestDesk,
  NoHashYetError,
  type PersonRequest,
  patience,
  RequestOpenError,
  RequestRejectedError,
  RequestsMutedError,
} from './requestDesk.js'

const origin = 'https://app.example'
const request: PersonRequest = {
  kind: 'message',
  app: {
    name: 'App',
    url: origin,
    origin,
  },
  message: { kind: 'text', text: 'hi' },
  way: 'offChain',
}
const answer = { messageHash: `0x${'11'.repeat(32)}` } as const

test('a request waits until it is answered, once', async () => {
  const desk = createRequestDesk()
  const asked = desk.ask(request)
  expect(desk.find(asked.id)).toBe(request)
  desk.settle(asked.id, answer)
  desk.reject(asked.id, new RequestRejectedError())
  expect(await asked.answer).toEqual(answer)
  expect(desk.find(asked.id)).toBeUndefined()
})

test('closing the flow rejects it', async () => {
  const desk = createRequestDesk()
  const { id, answer: waiting } = desk.ask(request)
  desk.reject(id, new RequestRejectedError())
  await expect(waiting).rejects.toThrow('The request was rejected.')
})

test('a second one is refused while the first is open', async () => {
  const desk = createRequestDesk()
  const first = desk.ask(request)
  expect(() => desk.ask(request)).toThrow(RequestOpenError)
  desk.settle(first.id, answer)
  const second = desk.ask(request)
  expect(second.id).not.toBe(first.id)
  // The first one's flow may end late: that is not the second one's answer.
  desk.settle(first.id, answer)
  expect(desk.find(second.id)).toBe(request)
})

test('what no link names is not found', () => {
  const desk = createRequestDesk()
  expect(desk.find(undefined)).toBeUndefined()
  desk.ask(request)
  expect(desk.find(undefined)).toBeUndefined()
  expect(desk.find('7')).toBeUndefined()
})

/** The app asks, and is refused. */
function refuse(
  desk: ReturnType<typeof createRequestDesk>,
  error = new RequestRejectedError(),
): boolean {
  const { id, isHeld, answer: waiting } = desk.ask(request)
  waiting.catch(() => {})
  desk.reject(id, error)
  return isHeld
}

test('a question and a request wait for each other', () => {
  const desk = createRequestDesk()
  const question = desk.startQuestion()
  expect(() => desk.ask(request)).toThrow(RequestOpenError)
  expect(() => desk.startQuestion()).toThrow(RequestOpenError)
  question.end()
  const { id, answer: waiting } = desk.ask(request)
  waiting.catch(() => {})
  expect(() => desk.startQuestion()).toThrow(RequestOpenError)
  desk.reject(id, new RequestRejectedError())
  expect(() => desk.startQuestion()).not.toThrow()
})

test('after refusals in a row the next request waits until it is wanted', () => {
  const desk = createRequestDesk()
  const held = Array.from({ length: patience + 2 }, () => refuse(desk))
  expect(held).toEqual([false, false, false, true, true])
})

test.each([
  ['signed', (desk, id) => desk.settle(id, answer)],
  [
    'put into the batch',
    (desk, id) => desk.reject(id, new NoHashYetError('batch')),
  ],
] as [
  string,
  (desk: ReturnType<typeof createRequestDesk>, id: string) => void,
][])('one that was %s ends the row', (_, end) => {
  const desk = createRequestDesk()
  for (let count = 0; count < patience; count++) refuse(desk)
  const { id, answer: waiting } = desk.ask(request)
  waiting.catch(() => {})
  end(desk, id)
  expect(desk.ask(request).isHeld).toBe(false)
})

test('an app that is not listened to any more is told so at once', async () => {
  const desk = createRequestDesk()
  const { answer: waiting } = desk.ask(request)
  const other = 'https://other.example'
  desk.mute(origin)
  await expect(waiting).rejects.toThrow('The request was rejected.')
  expect(desk.isMuted(origin)).toBe(true)
  expect(desk.isMuted(other)).toBe(false)
  expect(() => desk.ask(request)).toThrow(RequestsMutedError)
  desk.unmute(origin)
  expect(desk.ask(request).isHeld).toBe(false)
})
