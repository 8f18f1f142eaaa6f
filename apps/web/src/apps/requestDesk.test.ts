import { expect, test } from 'vitest'
import {
  createRequestDesk,
  type PersonRequest,
  RequestOpenError,
  RequestRejectedError,
} from './requestDesk.js'

const request: PersonRequest = {
  kind: 'message',
  app: {
    name: 'App',
    url: 'https://app.example',
    origin: 'https://app.example',
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
