import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Hex } from 'viem'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { choosePlural, formatCount } from '../../lib/formatCount.js'
import { type CommentPlace, removeComment } from '../../queries/comments.js'
import { isAlone } from '../../queries/gateway.js'
import { refreshAfter } from '../../queries/liveEvents.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Mark } from '../../ui/Mark.js'
import { Moment } from '../../ui/Moment.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Tag } from '../../ui/Tag.js'
import type {
  CheckedComment,
  CheckedComments,
} from '../../understand/assess/checkComments.js'
import { commentsQuery } from '../../understand/assess/comments.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { accountQuery } from '../../wallet/account.js'
import { useMember } from '../../wallet/useMember.js'
import { describeError } from '../../words/errors.js'
import { SignInButton } from '../SignInButton.js'
import { Part } from '../transaction/DetailsFrame.js'
import classes from './Comments.module.css'

/**
 * What members write to each other about a transaction. Every signature is
 * checked here; what a text says is nobody's finding.
 */
export function Comments({
  place,
  id,
  safeTxHash,
  nameOf,
}: {
  place: SafePlace
  id: string
  safeTxHash: Hex
  nameOf: NameOf
}) {
  const { chain, address } = place
  const about = { chainId: chain.chainId, address, safeTxHash }
  const member = useMember()
  const { data, error, refetch } = useQuery(commentsQuery(about, member))
  if (isAlone) return null
  const count = data?.comments.length ?? 0
  return (
    <Part title="Comments" note={count > 0 ? String(count) : undefined}>
      {!member && <SignIn />}
      {data === null && (
        <p className={classes.note}>
          Only owners and proposers of this safe can read its comments.
        </p>
      )}
      {member && data === undefined && !error && <SkeletonBar width={200} />}
      {error && !data && (
        <div className={classes.failure}>
          <Remark kind="warn" role="alert">
            Can’t load the comments: {describeError(error)}
          </Remark>
          <RetryButton size="xs" onRetry={refetch} />
        </div>
      )}
      {data && (
        <Thread place={place} about={about} data={data} nameOf={nameOf}>
          <LinkButton
            size="xs"
            variant="default"
            to="."
            search={openFlow('comment', { id })}
            preload={false}
          >
            Add comment
          </LinkButton>
        </Thread>
      )}
    </Part>
  )
}

function SignIn() {
  return (
    <div className={classes.failure}>
      <p className={classes.note}>
        Owners and proposers of this safe can read and write comments after they
        sign in.
      </p>
      <SignInButton size="xs" variant="default" />
    </div>
  )
}

function Thread({
  place,
  about,
  data: { comments, dropped },
  nameOf,
  children,
}: {
  place: SafePlace
  about: CommentPlace
  data: CheckedComments
  nameOf: NameOf
  children: ReactNode
}) {
  return (
    <div className={classes.thread}>
      {comments.length > 0 && (
        <ul className={classes.list}>
          {comments.map((comment) => (
            <Written
              key={comment.hash}
              place={place}
              about={about}
              comment={comment}
              nameOf={nameOf}
            />
          ))}
        </ul>
      )}
      {dropped > 0 && (
        <Remark kind="warn">
          {formatCount(dropped, 'comment')} from the gateway{' '}
          {choosePlural(dropped, { one: 'was', other: 'were' })} dropped: the
          signature doesn’t match the writer, the text or this transaction.
        </Remark>
      )}
      <div>{children}</div>
      <p className={classes.note}>
        {comments.length === 0 && 'No comments yet. '}
        Comments are written by members of this safe and are not part of the
        transaction. Only members can read them.
      </p>
    </div>
  )
}

function Written({
  place: { safe },
  about,
  comment: { hash, writer, text, writtenAt },
  nameOf,
}: {
  place: SafePlace
  about: CommentPlace
  comment: CheckedComment
  nameOf: NameOf
}) {
  const { data: account } = useQuery(accountQuery)
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeComment(about, hash),
    onSettled: () =>
      refreshAfter(queries, {
        ...{ name: 'comment', chainId: about.chainId, safe: about.address },
      }),
  })
  const isOwn = writer === account
  return (
    <li className={classes.comment} data-comment={hash}>
      <Mark address={writer} size={24} />
      <div className={classes.body}>
        <p className={classes.head}>
          <b title={writer}>
            {nameOf(writer) ?? formatAddress(writer, { digits: 4 })}
            {isOwn && ' (you)'}
          </b>
          {!safe.owners.includes(writer) && <Tag>Not an owner</Tag>}
          <span className={classes.note}>
            <Moment at={writtenAt} />
          </span>
        </p>
        <blockquote className={classes.text} dir="auto">
          {toForeignText(text, 500)}
        </blockquote>
        {isOwn && (
          <button
            type="button"
            className={classes.delete}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </button>
        )}
        {remove.error && (
          <Remark kind="danger" role="alert">
            {describeError(remove.error)}
          </Remark>
        )}
      </div>
    </li>
  )
}
