import type { MailChoices, SafeReference } from '@covault/api'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFindName } from '../../../hooks/useFindName.js'
import { chooseMails } from '../../../queries/notices.js'
import { Form } from '../../../ui/Form.js'
import { Remark } from '../../../ui/Remark.js'
import { showToast } from '../../../ui/toasts.js'
import { describeRefusal } from '../describeRefusal.js'
import classes from '../SettingsScreen.module.css'

type Switch = {
  [Key in keyof MailChoices]: MailChoices[Key] extends boolean ? Key : never
}[keyof MailChoices]

const events: readonly [Switch, string][] = [
  ['needsSignature', 'A transaction needs my signature'],
  ['ready', 'A transaction is ready to execute'],
  ['executed', 'A transaction was executed'],
  ['failed', 'A transaction failed'],
  ['setup', 'Owners, threshold or modules changed'],
  ['incoming', 'Funds arrived'],
]

const start: MailChoices = {
  label: '',
  amounts: false,
  needsSignature: true,
  ready: true,
  executed: false,
  failed: true,
  setup: true,
  incoming: false,
  incomingOver: '0',
  digest: false,
  reminderDays: 3,
}

/** Which e-mails somebody wants about one safe. */
export function MailChoicesForm({
  place,
  choices,
}: {
  place: SafeReference
  choices: MailChoices | null
}) {
  const queries = useQueryClient()
  const findName = useFindName()
  const [chosen, setChosen] = useState(choices ?? start)
  const [days, setDays] = useState(String(chosen.reminderDays ?? ''))
  const save = useMutation({
    mutationFn: () =>
      chooseMails(place, {
        ...chosen,
        label: findName(place) ?? '',
        reminderDays: days.trim() === '' ? null : Number(days),
      }),
    onSuccess: () => {
      showToast({ kind: 'done', text: 'E-mail settings saved' })
      return queries.invalidateQueries({ queryKey: ['session'] })
    },
  })
  const toggle = (key: Switch, label: string) => (
    <label key={key} className={classes.choice}>
      <input
        type="checkbox"
        checked={chosen[key]}
        onChange={({ target }) =>
          setChosen({ ...chosen, [key]: target.checked })
        }
      />
      <span>{label}</span>
    </label>
  )
  return (
    <Form
      className={`${classes.form} ${classes.text}`}
      onSubmit={() => save.mutate()}
    >
      <fieldset className={classes.choices}>
        <legend>Send an e-mail when</legend>
        {events.map(([key, label]) => toggle(key, label))}
      </fieldset>
      {chosen.incoming && (
        <TextInput
          label="Minimum value in US dollars"
          description="Tokens without a known price are always included."
          inputMode="decimal"
          value={chosen.incomingOver}
          onChange={({ target }) =>
            setChosen({ ...chosen, incomingOver: target.value.trim() })
          }
        />
      )}
      <fieldset className={classes.choices}>
        <legend>Every day</legend>
        {toggle('digest', 'Summary of the queue')}
      </fieldset>
      <TextInput
        label="Reminder to sign after (days)"
        description="Leave empty for no reminders."
        inputMode="numeric"
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
      {toggle('amounts', 'Include amounts in e-mails')}
      {save.error ? (
        <Remark kind="danger" role="alert">
          {describeRefusal(save.error)}
        </Remark>
      ) : null}
      <div>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </div>
    </Form>
  )
}
