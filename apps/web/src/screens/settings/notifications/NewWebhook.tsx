import type { SafeReference } from '@covault/api'
import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFindName } from '../../../hooks/useFindName.js'
import { addWebhook } from '../../../queries/notices.js'
import { FormDialog } from '../../../ui/FormDialog.js'
import { describeRefusal } from '../describeRefusal.js'
import classes from '../SettingsScreen.module.css'
import { ShownOnce } from '../ShownOnce.js'

export const webhookForms = [
  { value: 'events', label: 'Events as JSON' },
  { value: 'slack', label: 'Slack message' },
  { value: 'discord', label: 'Discord message' },
  { value: 'telegram', label: 'Telegram message' },
] as const

type WebhookForm = (typeof webhookForms)[number]['value']

/** Asks where events go, and shows the secret they are signed with this once. */
export function NewWebhook({
  place,
  onClose,
}: {
  place: SafeReference
  onClose: () => void
}) {
  const queries = useQueryClient()
  const findName = useFindName()
  const [url, setUrl] = useState('')
  const [form, setForm] = useState<WebhookForm>('events')
  const [amounts, setAmounts] = useState(false)
  const add = useMutation({
    mutationFn: () =>
      addWebhook(place, { url, form, amounts, label: findName(place) ?? '' }),
    onSuccess: ({ secret }) => {
      void queries.invalidateQueries({ queryKey: ['session'] })
      if (secret === null) onClose()
    },
  })
  if (add.data?.secret)
    return (
      <ShownOnce
        title="Copy the signing secret"
        note="The secret won’t be shown again. The gateway signs every event with it, as the Standard Webhooks specification describes. Check the signature before you trust an event."
        label="Signing secret"
        copy="Copy secret"
        secret={add.data.secret}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title="Add webhook"
      words="Add webhook"
      isReady={url.trim() !== ''}
      isWorking={add.isPending}
      error={add.error ? describeRefusal(add.error) : undefined}
      className={classes.form}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <NativeSelect
        label="Format"
        value={form}
        onChange={({ target }) => setForm(target.value as WebhookForm)}
        data={[...webhookForms]}
      />
      <TextInput
        label="Address"
        placeholder="https://"
        description="A public https address. Keep addresses of chat services secret: anyone who has one can post there."
        maxLength={2000}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      {form !== 'events' && (
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={amounts}
            onChange={({ target }) => setAmounts(target.checked)}
          />
          <span>Include amounts</span>
        </label>
      )}
    </FormDialog>
  )
}
