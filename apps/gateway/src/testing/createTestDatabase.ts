import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of its own on a server that tests share, a copy of another if one is named. */
export async function createTestDatabase(
  server: string,
  template = 'template1',
): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}
