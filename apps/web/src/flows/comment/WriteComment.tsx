import { isCommentText, longestComment, toCommentText } from '@covault/protocol'
import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readTransactionId } from '../../lib/transactionId.js'
import { refreshAfter } from '../../queries/liveEvents.js'
import column from '../../ui/Column.module.css'
import { connectionQuery } from '../../wallet/connection.js'
import { useMember } from '../../wallet/useMember.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { findPlaceReason, type Reason } from '../act/findPlaceReason.js'
import type { ActionProps } from '../machine/flow.js'
import { ActButton } from '../review/ActButton.js'
import review from '../review/Review.module.css'
import { useWalletWork } from '../review/useWalletWork.js'
import { WorkError } from '../review/WorkError.js'
import { postComment } from './postComment.js'

/** For the other members of the safe; signed, so that nobody can change it. */
export function WriteComment({ place, search, onClose }: ActionProps) {
  const { chain, address } = place
  const { chainId } = chain
  const named = readTransactionId(search.id ?? '')
  const safeTxHash = named?.safe === address ? named.safeTxHash : undefined
  const [written, setWritten] = useState('')
  const wallet = useWalletLayer()
  const queries = useQueryClient()
  const member = useMember()
  const { data: connection } = useQuery(connectionQuery)
  const work = useWalletWork({
    about: `comment ${search.id}`,
    ask: (text: string, waiting) =>
      postComment({
        ...{ wallet, account: member, place },
        ...{ safeTxHash: safeTxHash ?? '0x', written: text, waiting },
      }),
    onDone: () => {
      void refreshAfter(queries, { name: 'comment', chainId, safe: address })
      onClose()
    },
  })
  const reason = ((): Reason | undefined => {
    const placeReason = findPlaceReason(connection, {
      chain,
      refuse: () => {
        if (!safeTxHash) return 'The link names no transaction.'
        return member ? undefined : 'Sign in to the gateway to comment.'
      },
    })
    if (placeReason) return placeReason
    return isCommentText(toCommentText(written))
      ? undefined
      : { kind: 'reason', words: 'Write a comment first.' }
  })()
  return (
    <section className={column.column} aria-labelledby="comment">
      <h1 id="comment" className={review.sentence}>
        Add comment
      </h1>
      <Textarea
        label="Comment"
        description="Only owners and proposers of this safe can read it."
        autosize
        minRows={3}
        maxLength={longestComment}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
      />
      <p className={review.hint}>
        {written.length} / {longestComment} characters. Your wallet signs the
        comment, which proves that you wrote it and that its text wasn’t
        changed. Nothing is sent to the network. The comment stays until you
        delete it or the transaction is deleted.
      </p>
      <ActButton
        words="Sign and post"
        chain={chain}
        reason={reason}
        isWorking={work.isPending}
        onAct={() => work.start(written)}
        onStop={work.stop}
      />
      {connection?.account && !member && (
        <Button variant="default" onClick={() => wallet?.openSignIn()}>
          Sign in
        </Button>
      )}
      <WorkError error={work.error} />
      <Button variant="subtle" onClick={onClose}>
        Cancel
      </Button>
    </section>
  )
}
