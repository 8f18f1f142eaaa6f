import {
  type LocalMessage,
  type LocalTransaction,
  listOfSafe,
} from '../preferences/localQueue.js'
import { type Records, useRecords } from '../preferences/records.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'

/** What only this browser has of one, by its hash or by an id that ends with it. */
export function useLocal<Value extends LocalTransaction | LocalMessage>(
  records: Records<Value>,
  { chain: { chainId }, address }: Pick<OpenPlace, 'chain' | 'address'>,
  id: string,
): Value | undefined {
  const all = useRecords(records) ?? []
  return listOfSafe(all, { chainId, address }).find((one) =>
    id.endsWith('safeTxHash' in one ? one.safeTxHash : one.messageHash),
  )
}
