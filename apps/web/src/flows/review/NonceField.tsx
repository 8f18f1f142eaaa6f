import type { SafeTransaction } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Remark } from '../../ui/Remark.js'
import { TextField } from '../../ui/TextField.js'
import classes from './Review.module.css'
import type { NonceChoice } from './reviewProps.js'

/** The nonce, and while nobody has signed a way to choose another. */
export function NonceField({
  transaction: { nonce },
  choice,
}: {
  transaction: SafeTransaction
  choice: NonceChoice | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const { error, warning } = choice?.reading ?? {}
  return (
    <div className={classes.nonce}>
      <div className={classes.fact}>
        <span>Nonce</span>
        <span>
          {String(nonce)}
          {choice?.recommended.nonce === nonce && ', recommended'}
          {!choice && ', fixed: somebody has signed'}
        </span>
        {choice && !choice.isFixed && !isOpen && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Change nonce
          </Button>
        )}
      </div>
      {choice && isOpen && (
        <TextField
          label="Nonce"
          inputMode="numeric"
          autoComplete="off"
          value={choice.text}
          error={error}
          onChange={(event) => choice.onText(event.target.value)}
        />
      )}
      {choice && !isOpen && error && (
        <Remark kind="danger" role="alert">
          {error}
        </Remark>
      )}
      {warning && (
        <Remark kind="warn" role="status">
          {warning}
        </Remark>
      )}
      {choice && !choice.recommended.isQueueKnown && (
        <Remark kind="warn" role="status">
          The gateway does not answer, so what waits at later nonces is not
          known. The next nonce of the safe is proposed.
        </Remark>
      )}
    </div>
  )
}
