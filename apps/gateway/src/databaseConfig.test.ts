import { expect, test } from 'vitest'
import { readDatabase } from './databaseConfig.js'
import { assertFitForPublic } from './publicConfig.js'
import { defaultAccess } from './testing/defaultAccess.js'

const many = 'postgresql://u:a-long-one@h1,h2:5433/db'

test('takes addresses with several hosts, and nothing for the embedded database', () => {
  expect(readDatabase({})).toEqual({})
  const read = `${many}?target_session_attrs=standby`
  expect(
    readDatabase({
      DATABASE_URL: many,
      DATABASE_DIRECT_URL: `${many}?target_session_attrs=read-write`,
      DATABASE_READ_URL: read,
    }),
  ).toMatchObject({ databaseUrl: many, databaseReadUrl: read })
})

test.each([
  [{ DATABASE_READ_URL: many }, 'DATABASE_READ_URL needs DATABASE_URL'],
  [
    { DATABASE_URL: `${many}?target_session_attrs=standby` },
    'DATABASE_URL asks for a server that is standby',
  ],
  [
    { DATABASE_URL: `${many}?target_session_attrs=slave` },
    'DATABASE_URL: target_session_attrs must be one of',
  ],
])('refuses %j and says why', (environment, message) => {
  expect(() => readDatabase(environment)).toThrow(message)
})

test('S62: finds a well-known password in front of several hosts', () => {
  const access = { ...defaultAccess, publicUrl: 'https://safe.example' }
  const check = (databaseUrl: string) =>
    assertFitForPublic({
      ...{ host: '0.0.0.0', access, databaseUrl, metricsToken: undefined },
    })
  expect(() => check('postgres://u:postgres@h1,h2/db')).toThrow('well known')
  expect(() => check(many)).not.toThrow()
})
