import type { Draft } from '@covault/api'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { readTransactionId } from '../../lib/transactionId.js'
import { removeDraft } from '../../queries/drafts.js'
import { refreshAfter } from '../../queries/liveEvents.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Remark } from '../../ui/Remark.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'

/** Needs no signature: nobody has given one. */
export function DeleteDraft({
  place: { chain, address },
  draft,
}: {
  place: SafePlace
  draft: Draft
}) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { chainId } = chain
  const remove = useMutation({
    mutationFn: async () => {
      const named = readTransactionId(draft.transaction.id)
      if (named) await removeDraft({ chainId, address }, named.safeTxHash)
    },
    onSuccess: async () => {
      const search = toSafeSearch({ chain, address })
      await navigate({ to: paths.queue, search, replace: true })
      await refreshAfter(queries, { name: 'queue', chainId, safe: address })
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Delete draft
      </Button>
      {isAsking && (
        <Dialog title="Delete this draft?" onClose={() => setAsking(false)}>
          <p>
            The draft and its comments are deleted for all members of this safe.
            The draft has no signatures, so nothing else changes.
          </p>
          {remove.error && (
            <Remark kind="danger" role="alert">
              {describeError(remove.error)}
            </Remark>
          )}
          <DialogActions onCancel={() => setAsking(false)}>
            <Button loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete draft
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
