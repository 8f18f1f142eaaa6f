import type { MailChoices, SafeReference } from '@covault/api'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toForeignText } from '../../../lib/foreignText.js'
import { confirmCode, removeEmail, sendCode } from '../../../queries/notices.js'
import { Form } from '../../../ui/Form.js'
import { Remark } from '../../../ui/Remark.js'
import { Section } from '../../../ui/Section.js'
import { describeRefusal } from '../describeRefusal.js'
import { SettingRow } from '../SettingRow.js'
import classes from '../SettingsScreen.module.css'
import { MailChoicesForm } from './MailChoicesForm.js'

/** One address for all safes of an account, and what is sent about this one. */
export function MailSettings({
  place,
  isOffered,
  email,
  choices,
}: {
  place: SafeReference
  isOffered: boolean
  email: { address: string; confirmed: boolean } | null
  choices: MailChoices | null
}) {
  if (!isOffered)
    return (
      <Section className={classes.section} title="E-mail">
        <p className={classes.text}>
          This gateway has no mail server. Its operator can add one.
        </p>
      </Section>
    )
  return (
    <Section
      className={classes.section}
      title="E-mail"
      note="about this safe, for you"
    >
      {email ? (
        <Address address={email.address} isConfirmed={email.confirmed} />
      ) : (
        <AskForAddress />
      )}
      {email && !email.confirmed && <AskForCode />}
      {email?.confirmed && <MailChoicesForm place={place} choices={choices} />}
    </Section>
  )
}

/** What is done, and all of the session is asked for again. */
function useAct<Input>(act: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['session'] }),
  })
}

function Address({
  address,
  isConfirmed,
}: {
  address: string
  isConfirmed: boolean
}) {
  const remove = useAct(removeEmail)
  return (
    <SettingRow
      title={toForeignText(address, 254)}
      note={
        isConfirmed
          ? 'Confirmed. Used for all safes of your account.'
          : 'Not confirmed yet. No notifications are sent to this address.'
      }
    >
      <Button
        variant="default"
        loading={remove.isPending}
        aria-label="Remove e-mail address"
        onClick={() => remove.mutate(undefined)}
      >
        Remove
      </Button>
    </SettingRow>
  )
}

function AskForAddress() {
  const [address, setAddress] = useState('')
  const send = useAct(sendCode)
  return (
    <div className={classes.server}>
      <Form onSubmit={() => send.mutate(address.trim())}>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="email"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <Button
          type="submit"
          loading={send.isPending}
          disabled={!address.trim()}
        >
          Send code
        </Button>
      </Form>
      <Refusal error={send.error} />
    </div>
  )
}

function AskForCode() {
  const [code, setCode] = useState('')
  const confirm = useAct(confirmCode)
  return (
    <div className={classes.server}>
      <Form onSubmit={() => confirm.mutate(code)}>
        <TextInput
          label="Code from the e-mail"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button
          type="submit"
          loading={confirm.isPending}
          disabled={!code.trim()}
        >
          Confirm address
        </Button>
      </Form>
      <Refusal error={confirm.error} />
    </div>
  )
}

function Refusal({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Remark kind="danger" role="alert">
      {describeRefusal(error)}
    </Remark>
  )
}
