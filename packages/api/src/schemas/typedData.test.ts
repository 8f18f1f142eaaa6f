import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { samples, signature, typedMessage } from '../../testing/samples.js'
import { createMessage, message } from '../endpoints/messages.js'
import { RequestSchemaError } from '../errors.js'
import { buildBody } from '../request.js'
import { typedData } from './typedData.js'

const text = JSON.stringify(typedMessage)

/** JSON puts the key there as data, which a literal would not. */
function withKey(place: string, key: string): unknown {
  const end = `"${place}":{`
  expect(text).toContain(end)
  return JSON.parse(text.replace(end, `${end}"${key}":{"a":1},`))
}

describe.each(['__proto__', 'constructor'])('the name %s', (name) => {
  test.each(['domain', 'types', 'message'])('is refused in its %s', (place) => {
    const hostile = withKey(place, name)
    const { error } = z.safeDecode(typedData, hostile as typeof typedMessage)
    expect(error?.issues[0]).toMatchObject({
      path: [place, name],
      message: 'Typed data must not use the names __proto__ or constructor',
    })
    expect(
      z.safeEncode(typedData, hostile as typeof typedMessage),
    ).toMatchObject({ success: false })
  })

  test('is refused however deep it lies', () => {
    const inner = JSON.parse(`[[{"b":{"${name}":1}}]]`)
    const hostile = { ...typedMessage, message: { a: inner } }
    const { error } = z.safeDecode(typedData, hostile)
    expect(error?.issues[0]?.path).toEqual([
      'message',
      'a',
      '0',
      '0',
      'b',
      name,
    ])
  })

  test('is refused as a primary type, a field and the type of a field', () => {
    const fields = [
      { name, type: 'string' },
      { name: 'x', type: name },
      { name: 'x', type: `${name}[2][]` },
    ]
    for (const field of fields)
      expect(
        z.safeDecode(typedData, {
          ...typedMessage,
          types: { ...typedMessage.types, Other: [field] },
        }).error?.issues[0]?.path,
      ).toEqual(['types', 'Other', '0'])
    expect(
      z.safeDecode(typedData, { ...typedMessage, primaryType: name }).error
        ?.issues[0]?.path,
    ).toEqual(['primaryType'])
  })

  test('may be what a message says', () => {
    const harmless = { ...typedMessage, message: { name, type: name } }
    expect(z.decode(typedData, harmless)).toEqual(harmless)
  })

  test('is named when it is sent or received', () => {
    const content = withKey('message', name) as typeof typedMessage
    expect(() =>
      buildBody(createMessage, { message: content, signature }),
    ).toThrow(expect.objectContaining({ path: `body.message.message.${name}` }))
    const { error } = z.safeDecode(message, {
      ...Object(samples.getMessage),
      message: content,
    })
    expect(JSON.stringify(error?.issues)).toContain(name)
  })
})

test('typed data nested without measure is read in time', () => {
  const depth = 200_000
  const nested = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  const content = { ...typedMessage, message: { nested } }
  expect(z.safeDecode(typedData, content).success).toBe(true)
})

test('typed data that JSON cannot write is refused before it is sent', () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  for (const hostile of [circle, { amount: 1n }]) {
    const content = { ...typedMessage, message: hostile }
    const build = () =>
      buildBody(createMessage, { message: content, signature })
    expect(build).toThrow(RequestSchemaError)
    expect(build).toThrow('malformed at body: it cannot be written as JSON')
  }
})
