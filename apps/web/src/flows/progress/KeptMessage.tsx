import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Remark } from '../../ui/Remark.js'
import { describeError } from '../../words/errors.js'
import { saveMessageSignature } from '../act/keptFiles.js'
import type { KeptMessageSignature } from '../act/keptWork.js'
import { submitKeptMessage } from '../act/submit.js'
import classes from './Progress.module.css'

/** A signature of a message that the gateway does not have yet. */
export function KeptMessage({
  kept,
  error,
  onSubmitted,
}: {
  kept: KeptMessageSignature
  /** Why it was not taken. */
  error: unknown
  onSubmitted: () => void
}) {
  const queries = useQueryClient()
  const submit = useMutation({
    mutationFn: () => submitKeptMessage(kept),
    onSuccess: async () => {
      onSubmitted()
      await queries.invalidateQueries({ queryKey: ['gateway'] })
    },
  })
  return (
    <>
      <Remark kind="warn" role="alert">
        The gateway did not take it: {describeError(submit.error ?? error)} Your
        signature is not lost: it is kept here and can be submitted later, or
        handed to the others as a file.
      </Remark>
      <div className={classes.actions}>
        <Button loading={submit.isPending} onClick={() => submit.mutate()}>
          Submit again
        </Button>
        <Button variant="default" onClick={() => saveMessageSignature(kept)}>
          Save as a file
        </Button>
      </div>
    </>
  )
}
