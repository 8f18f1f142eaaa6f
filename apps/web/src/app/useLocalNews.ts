import { useEffect } from 'react'
import { writeTransactionId } from '../lib/transactionId.js'
import {
  type LocalMessage,
  type LocalTransaction,
  localMessages,
  localTransactions,
} from '../preferences/localQueue.js'
import { useRecords } from '../preferences/records.js'
import { localNotices, type Notice } from './notices.js'

/** Tells the bell of what is only in this browser. */
export function useLocalNews(): void {
  const transactions = useRecords(localTransactions)
  const messages = useRecords(localMessages)
  useEffect(() => {
    localNotices.write([
      ...(transactions ?? []).map(tellTransaction),
      ...(messages ?? []).map(tellMessage),
    ])
  }, [transactions, messages])
}

type Named<Value> = { name: string; value: Value }

function tellTransaction({ name, value }: Named<LocalTransaction>): Notice {
  const { chainId, safe, at: time, transaction } = value
  return {
    kind: 'news',
    key: `local ${name}`,
    time,
    news: {
      about: 'local',
      chainId,
      safe,
      id: writeTransactionId(value),
      nonce: transaction.nonce,
      time,
    },
  }
}

function tellMessage({ name, value }: Named<LocalMessage>): Notice {
  const { chainId, safe, at: time } = value
  return {
    kind: 'news',
    key: `local message ${name}`,
    time,
    news: { about: 'localMessage', chainId, safe, time },
  }
}
