import { useEffect } from 'react'
import { writeTransactionId } from '../lib/transactionId.js'
import {
  type LocalTransaction,
  localTransactions,
} from '../preferences/localQueue.js'
import { useRecords } from '../preferences/records.js'
import { localNotices, type Notice } from './notices.js'

/** Tells the bell of the transactions that are only in this browser. */
export function useLocalNews(): void {
  const local = useRecords(localTransactions)
  useEffect(() => {
    localNotices.write((local ?? []).map(toNotice))
  }, [local])
}

function toNotice({
  name,
  value,
}: {
  name: string
  value: LocalTransaction
}): Notice {
  return {
    kind: 'news',
    key: `local ${name}`,
    time: value.at,
    news: {
      about: 'local',
      chainId: value.chainId,
      safe: value.safe,
      id: writeTransactionId(value),
      nonce: value.transaction.nonce,
      time: value.at,
    },
  }
}
