import type { QueryClient } from '@tanstack/react-query'
import type { SignableKind } from '../../trust/signable.js'
import { sealsQuery } from '../assess/sealsQuery.js'
import type { SafePlace } from '../safe/safePlace.js'
import { type RowSubject, understanding } from '../signables/signables.js'
import type { RowCheck } from './rowCheck.js'

/**
 * A row without the gateway's words: the hash of the bytes, who has signed
 * that hash, and what the bytes mean. The answers are those that its details
 * use, so anyone who opens it does not wait again.
 */
export async function checkRow<Kind extends SignableKind>(
  cache: QueryClient,
  {
    place,
    kind,
    subject,
  }: { place: SafePlace; kind: Kind; subject: RowSubject<Kind> },
): Promise<RowCheck<Kind>> {
  const opened = await understanding[kind].openRow(cache, { place, subject })
  if (typeof opened === 'string') return { status: 'differs', flaw: opened }
  const [confirmations, meaning] = await Promise.all([
    cache.fetchQuery(sealsQuery(place, opened)),
    opened.meaning,
  ])
  if (typeof meaning === 'string') return { status: 'differs', flaw: meaning }
  void opened.onChecked?.(confirmations)
  const hash = opened.hashes.signed
  return { status: 'checked', hash, confirmations, meaning }
}
