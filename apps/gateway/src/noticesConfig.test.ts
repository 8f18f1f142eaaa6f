import { expect, test } from 'vitest'
import { completeNotices, noticesSchema } from './noticesConfig.js'
import { defaultAccess } from './testing/defaultAccess.js'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const environment = {
  COVAULT_SECRET: secret,
  COVAULT_SHORT: 'whsec_c2hvcnQ=',
  COVAULT_URL: 'https://hooks.example/T000/secret',
}
const url = 'https://receiver.example/hook'
const receiver = { name: 'archive', url, secretFrom: 'COVAULT_SECRET' }

const complete = (notices: object, access = defaultAccess) =>
  completeNotices(noticesSchema.parse(notices), environment, {
    ...{ access, host: '0.0.0.0', port: 4400 },
  })

test('members have notices sent where the gateway is for members', () => {
  expect(complete({}).members).toBe(false)
  const access = { ...defaultAccess, mode: 'members' as const }
  expect(complete({}, access).members).toBe(true)
  expect(complete({ members: false }, access).members).toBe(false)
})

test('links lead to where people reach the gateway', () => {
  expect(complete({}).appUrl).toBe('http://127.0.0.1:4400')
  const access = { ...defaultAccess, publicUrl: 'https://safe.example' }
  expect(complete({}, access).appUrl).toBe('https://safe.example')
})

test('secrets and addresses of chats come from the environment', () => {
  const chat = { name: 'chat', form: 'slack', urlFrom: 'COVAULT_URL' }
  const { receivers, mail } = complete({
    receivers: [receiver, chat],
    mail: { host: 'smtp.example', port: 465, from: 'a@b.example' },
  })
  expect(receivers).toMatchObject([
    { name: 'archive', url, secret, form: 'events', safes: [] },
    { name: 'chat', url: environment.COVAULT_URL, secret: null },
  ])
  expect(mail).toMatchObject({ secure: true, password: undefined })
})

test.each([
  [{ receivers: [receiver, receiver] }, 'archive is listed twice'],
  [{ receivers: [{ name: 'a', url }] }, 'needs a secret'],
  [{ receivers: [{ name: 'a', form: 'slack' }] }, 'needs a valid address'],
  [
    { receivers: [{ ...receiver, secretFrom: 'COVAULT_SHORT' }] },
    'COVAULT_SHORT must be whsec_',
  ],
  [
    { receivers: [{ ...receiver, secretFrom: 'COVAULT_NONE' }] },
    'COVAULT_NONE, which is not set',
  ],
  [
    { receivers: [{ ...receiver, secretFrom: 'DATABASE_URL' }] },
    'must begin with COVAULT_',
  ],
  [
    { mail: { host: 'a', from: 'a@b.c', passwordFrom: 'COVAULT_NONE' } },
    'COVAULT_NONE, which is not set',
  ],
  [
    { mail: { host: 'a', from: 'a@b.c\r\nBcc: d@e.f' } },
    'must be a single line',
  ],
])('refuses %j', (notices, message) => {
  expect(() => complete(notices)).toThrow(message)
})
