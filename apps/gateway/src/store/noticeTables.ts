import type { ColumnType, Generated } from 'kysely'

/** What goes in as text and comes out parsed. */
type Json = ColumnType<unknown, string, string>

/** What changed, and whom outside it is told; comments are in migrations. */
export type NoticeTables = {
  outbox: OutboxRow
  notice: {
    id: Generated<bigint>
    event_id: Generated<string>
    chain_id: bigint
    safe: Buffer
    type: string
    key: string | null
    body: Json
    facts: Json
    block_number: bigint | null
    happened_at: Date
    created_at: Generated<Date>
  }
  notice_reader: { one: Generated<boolean>; position: bigint }
  receiver: {
    id: Generated<string>
    kind: 'webhook' | 'email'
    form: 'events' | 'slack' | 'discord' | 'telegram' | 'email'
    account: Buffer | null
    name: string | null
    chain_id: bigint | null
    safe: Buffer | null
    url: string | null
    secret: string | null
    label: Generated<string>
    amounts: Generated<boolean>
    choices: Json
    created_at: Generated<Date>
    position: bigint
    attempts: Generated<number>
    retry_at: Date | null
    problem: string | null
    parked_at: Date | null
    delivered_at: Date | null
    daily_at: Date | null
  }
  email_address: {
    account: Buffer
    address: string
    confirmed_at: Date | null
    code_hash: Buffer | null
    code_tries: Generated<number>
    code_expires_at: Date | null
    codes: Generated<number>
    codes_since: Generated<Date>
  }
}

type OutboxRow = {
  id: Generated<bigint>
  chain_id: bigint
  safe: Buffer
  kind:
    | 'safe'
    | 'queue'
    | 'history'
    | 'message'
    | 'balance'
    | 'reorg'
    | 'delegate'
    | 'comment'
    | 'names'
  ref: string | null
  block_number: bigint | null
  from_block: bigint | null
  created_at: Generated<Date>
}
