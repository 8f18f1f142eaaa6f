import type { NoticeReceiver, SafeReference } from '@covault/api'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toForeignText } from '../../../lib/foreignText.js'
import { formatDay, formatTime } from '../../../lib/formatTime.js'
import { removeWebhook, resumeWebhook } from '../../../queries/notices.js'
import { Remark } from '../../../ui/Remark.js'
import { Section } from '../../../ui/Section.js'
import { readHost } from '../../../words/bridges.js'
import { describeError } from '../../../words/errors.js'
import { SettingRow } from '../SettingRow.js'
import classes from '../SettingsScreen.module.css'
import { NewWebhook, webhookForms } from './NewWebhook.js'

/** Programs and chats that are told of every event of a safe. */
export function Webhooks({
  place,
  receivers,
}: {
  place: SafeReference
  receivers: readonly NoticeReceiver[]
}) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      className={classes.section}
      title="Webhooks"
      note="for programs and chats"
    >
      {receivers.map((receiver) => (
        <Webhook key={receiver.id} place={place} receiver={receiver} />
      ))}
      <p className={classes.text}>
        The gateway posts every event of this safe to a webhook, in order and at
        least once. It stops when you are no longer an owner or proposer.
      </p>
      <Button variant="default" onClick={() => setAdding(true)}>
        Add webhook
      </Button>
      {isAdding && (
        <NewWebhook place={place} onClose={() => setAdding(false)} />
      )}
    </Section>
  )
}

function Webhook({
  place,
  receiver,
}: {
  place: SafeReference
  receiver: NoticeReceiver
}) {
  const { id, form, origin, delivered, problem, parked } = receiver
  const queries = useQueryClient()
  const again = {
    onSettled: () => queries.invalidateQueries({ queryKey: ['session'] }),
  }
  const remove = useMutation({
    mutationFn: () => removeWebhook({ ...place, id }),
    ...again,
  })
  const resume = useMutation({
    mutationFn: () => resumeWebhook({ ...place, id }),
    ...again,
  })
  const host = toForeignText(readHost(origin), 80)
  const error = remove.error ?? resume.error
  return (
    <SettingRow
      title={host}
      note={
        <>
          {webhookForms.find(({ value }) => value === form)?.label ?? 'Events'}.{' '}
          {delivered === null
            ? 'Nothing delivered yet.'
            : `Last delivery on ${formatDay(delivered)} at ${formatTime(delivered)}.`}
          {problem && (
            <Remark kind={parked ? 'danger' : 'warn'}>
              {parked ? 'Stopped' : 'Retrying'}: {toForeignText(problem, 200)}
            </Remark>
          )}
          {error ? (
            <Remark kind="danger" role="alert">
              {describeError(error)}
            </Remark>
          ) : null}
        </>
      }
    >
      <div className={classes.buttons}>
        {parked && (
          <Button
            variant="default"
            loading={resume.isPending}
            aria-label={`Resume ${host}`}
            onClick={() => resume.mutate()}
          >
            Resume
          </Button>
        )}
        <Button
          variant="default"
          loading={remove.isPending}
          aria-label={`Remove ${host}`}
          onClick={() => remove.mutate()}
        >
          Remove
        </Button>
      </div>
    </SettingRow>
  )
}
