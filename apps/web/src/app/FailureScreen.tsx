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
        title="Can’t show this page."
        facts={[{ name: 'Reason', value: describeError(error) }]}
        actions={
          <Button onClick={() => window.location.reload()}>Reload page</Button>
        }
      >
        Nothing is lost: your safes are on the chain. If reloading doesn’t help,
        the gateway may have stopped or been updated.
      </EmptyState>
    </div>
  )
}
