import { expect, test } from 'vitest'
import { canMove, readHosts, readWriterHosts } from './hosts.js'

test('leaves the address of one server as it is', () => {
  const url = 'postgres://u:p%2C@db.example:5432/covault?sslmode=verify-full'
  expect(readHosts(url)).toEqual({ urls: [url], wanted: 'any' })
  expect(canMove(readHosts(url))).toBe(false)
})

test('reads several hosts and what is wanted of them as libpq does', () => {
  expect(
    readHosts(
      'postgresql://u:p@h1:5432,h2,[::1]:5433/db?application_name=a&target_session_attrs=prefer-standby&sslmode=disable',
    ),
  ).toEqual({
    urls: [
      'postgresql://u:p@h1:5432/db?application_name=a&sslmode=disable',
      'postgresql://u:p@h2/db?application_name=a&sslmode=disable',
      'postgresql://u:p@[::1]:5433/db?application_name=a&sslmode=disable',
    ],
    wanted: 'prefer-standby',
  })
})

test('looks for the primary where several hosts are written to', () => {
  expect(readWriterHosts('postgres://h1,h2/db').wanted).toBe('read-write')
  expect(readWriterHosts('postgres://h1/db').wanted).toBe('any')
})

test('refuses a kind of server that libpq does not know', () => {
  const url = 'postgres://u:secret@h1,h2/db?target_session_attrs=master'
  expect(() => readHosts(url)).toThrow('target_session_attrs must be one of')
  expect(() => readHosts(url)).not.toThrow('secret')
})
