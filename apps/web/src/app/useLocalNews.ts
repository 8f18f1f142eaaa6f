import { useEffect } from 'react'
import { writeTransactionId } from '../lib/transactionId.js'
import {
  type LocalKind,
  type LocalKinds,
  type LocalRecord,
  useAllLocal,
} from '../preferences/localQueue.js'
import type { News } from '../preferences/notices.js'
import { localNotices, type Notice } from './notices.js'

/** Tells the bell of what is only in this browser. */
export function useLocalNews(): void {
  const local = useAllLocal()
  useEffect(() => {
    localNotices.write((local ?? []).map((one) => tell(one)))
  }, [local])
}

/** What is news of each kind: one that is missing does not compile. */
const newsOf: {
  [Kind in LocalKind]: (
    value: LocalKinds[Kind],
  ) => Pick<News, 'about' | 'id' | 'nonce'>
} = {
  transaction: (value) => ({
    about: 'local',
    id: writeTransactionId(value),
    nonce: value.transaction.nonce,
  }),
  message: () => ({ about: 'localMessage' }),
}

function tell<Kind extends LocalKind>({
  kind,
  name,
  value,
}: LocalRecord<Kind>): Notice {
  const { chainId, safe, at: time } = value
  return {
    kind: 'news',
    key: `local ${kind} ${name}`,
    time,
    news: { ...newsOf[kind](value), chainId, safe, time },
  }
}
