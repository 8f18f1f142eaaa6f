import { GatewayReplyError, GatewayUnreachableError } from '@covault/api'
import { expect, test } from 'vitest'
import { describeRefusal } from './describeRefusal.js'

const reply = { status: 422, statusText: 'Unprocessable Entity' }

test('tells the gateway’s reason as its own, in one sentence', () => {
  const error = new GatewayReplyError(reply, { message: 'Not public.' })
  expect(describeRefusal(error)).toBe('The gateway refused: Not public.')
})

test('tells what went wrong where the gateway gave no reason', () => {
  expect(describeRefusal(new GatewayReplyError(reply))).toBe(
    'Unprocessable Entity.',
  )
  const away = new GatewayUnreachableError('https://a.example', { cause: 0 })
  expect(describeRefusal(away)).toMatch(/cannot be reached\.$/)
})
