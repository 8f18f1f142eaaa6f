import { Button } from '@mantine/core'
import { IconArrowUpRight, IconCode } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BatchList } from '../../components/batch/BatchList.js'
import { LoadingRows } from '../../components/ListStates.js'
import { useDraftBatch } from '../../hooks/useDraftBatch.js'
import { type FlowName, openFlow } from '../../lib/flowSearch.js'
import { formatCount } from '../../lib/formatCount.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Form } from '../../ui/Form.js'
import { LinkButton } from '../../ui/LinkButton.js'
import type { FormProps } from '../machine/flow.js'
import classes from './BatchForm.module.css'
import { BatchTools } from './BatchTools.js'

/** Calls that were collected, put in order to become one transaction. */
export function BatchForm({ place, onDone }: FormProps<object>) {
  const { chain, address } = place
  const batch = useDraftBatch({ chainId: chain.chainId, address })
  if (batch === undefined) return <LoadingRows count={3} />
  return (
    <div className={classes.form}>
      {batch ? (
        <>
          <p className={classes.note}>
            {formatCount(batch.calls.length, 'call')} for this safe on{' '}
            {chain.name}, saved in this browser. They are executed in this
            order, all or none.
          </p>
          <BatchList place={place} batch={batch} />
        </>
      ) : (
        <EmptyState picture={address} title="The draft batch is empty.">
          Build a call here, or choose “Add to draft batch” in any review.
          Nothing is signed or sent until you review the batch.
        </EmptyState>
      )}
      <div className={classes.adding}>
        <AddLink
          flow="builder"
          icon={<IconCode size={16} stroke={1.75} aria-hidden="true" />}
        >
          Build call
        </AddLink>
        <AddLink
          flow="send-tokens"
          icon={<IconArrowUpRight size={16} stroke={1.75} aria-hidden="true" />}
        >
          Send tokens
        </AddLink>
      </div>
      {batch && (
        <Form className={classes.end} onSubmit={onDone}>
          <Button type="submit">Review</Button>
        </Form>
      )}
      <BatchTools place={place} batch={batch} />
    </div>
  )
}

function AddLink({
  flow,
  icon,
  children,
}: {
  flow: FlowName
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <LinkButton
      variant="default"
      size="xs"
      leftSection={icon}
      to="."
      search={openFlow(flow)}
    >
      {children}
    </LinkButton>
  )
}
