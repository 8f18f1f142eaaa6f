import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../../ui/Form.js'
import { Remark } from '../../../ui/Remark.js'
import { Status } from '../../../ui/Status.js'
import type { Dapps } from '../../../walletConnect/dapps.js'
import type { Pairing } from '../../../walletConnect/proposals.js'
import classes from './WalletConnect.module.css'

/** The code of a dapp, pasted. */
export function PairingForm({
  dapps,
  pairing,
}: {
  dapps: Dapps
  pairing: Pairing | undefined
}) {
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string>()
  const isBusy =
    pairing?.status === 'connecting' || pairing?.status === 'waiting'
  const submit = () => {
    const read = dapps.readUri(text)
    setMistake(read.mistake)
    if (read.uri === undefined) return
    void dapps.pair(read.uri, read.topic)
    setText('')
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      <TextInput
        className={classes.field}
        label="WalletConnect link"
        placeholder="wc:"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={mistake}
        onChange={(event) => {
          setMistake(undefined)
          setText(event.target.value)
        }}
      />
      <Button type="submit" loading={isBusy}>
        Connect
      </Button>
      <div role="status">
        <Outcome pairing={pairing} />
      </div>
    </Form>
  )
}

function Outcome({ pairing }: { pairing: Pairing | undefined }) {
  switch (pairing?.status) {
    case undefined:
      return null
    case 'connecting':
      return <Status kind="waiting">Connecting to WalletConnect…</Status>
    case 'waiting':
      return <Status kind="waiting">Waiting for the dapp…</Status>
    case 'silent':
      return (
        <Remark kind="warn">
          The dapp hasn’t answered for 30 seconds. Check that its window is
          open, or copy a new link from it.
        </Remark>
      )
    case 'failed':
      return <Remark kind="danger">{pairing.words}</Remark>
  }
}
