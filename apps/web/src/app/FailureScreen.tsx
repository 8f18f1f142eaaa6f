import { Button } from '@mantine/core'
import { EmptyState } from '../ui/EmptyState.js'
import { describeError } from '../words/errors.js'
import classes from './FailureScreen.module.css'

/** The last resort: something threw while a page was being drawn. */
export function FailureScreen({ error }: { error: unknown }) {
  return (
    <div className={classes.screen}>
      <EmptyState
        picture="failed"
        title="This page could not be shown."
        facts={[{ name: 'Reason', value: describeError(error) }]}
        actions={
          <Button onClick={() => window.location.reload()}>Load again</Button>
        }
      >
        Nothing is lost: safes live on chain. If loading again does not help,
        the gateway that serves this page may have stopped or changed.
      </EmptyState>
    </div>
  )
}
