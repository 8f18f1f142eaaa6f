import type { SafeTransaction } from '@covault/protocol'
import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { GatewayReports } from '../../../components/ProvenanceMark.js'
import { formatNumber } from '../../../lib/formatCount.js'
import { Remark } from '../../../ui/Remark.js'
import { nonceWords } from '../../../words/nonces.js'
import classes from '../Review.module.css'
import type { NonceChoice } from '../reviewProps.js'

/** The nonce, and while nobody has signed a way to choose another. */
export function NonceField({
  transaction: { nonce, safeTxGas },
  choice,
  isSigned,
}: {
  transaction: SafeTransaction
  choice: NonceChoice | undefined
  /** By an owner, as far as it was checked. */
  isSigned: boolean
}) {
  const field = useRef<HTMLDivElement>(null)
  // The whole document is about one nonce: it changes when the text is whole.
  const [draft, setDraft] = useState<string>()
  const { error, warning } =
    (draft === undefined ? choice?.reading : choice?.read(draft)) ?? {}
  const take = () => {
    if (draft === undefined) return
    choice?.onText(draft)
    if (!error) setDraft(undefined)
  }
  return (
    <div ref={field} className={classes.nonce} tabIndex={-1}>
      <div className={classes.fact}>
        <span title={nonceWords}>Nonce</span>
        <span>
          {String(nonce)}
          {choice?.recommended.nonce === nonce && ', recommended'}
          {!choice &&
            (isSigned
              ? ', can’t be changed: an owner has already signed'
              : ', as proposed')}
        </span>
        {choice && !choice.isFixed && draft === undefined && (
          <Button
            size="xs"
            variant="default"
            onClick={() => setDraft(choice.text)}
          >
            Change nonce
          </Button>
        )}
      </div>
      {safeTxGas > 0n && (
        <div className={classes.fact}>
          <span>Gas for the call</span>
          <span>
            At least {formatNumber(safeTxGas)}{' '}
            {choice && (
              <GatewayReports>suggested by the gateway</GatewayReports>
            )}
          </span>
        </div>
      )}
      {draft !== undefined && (
        <>
          <TextInput
            ref={focus}
            label="Nonce"
            inputMode="numeric"
            autoComplete="off"
            value={draft}
            error={error}
            onChange={(event) => setDraft(event.target.value)}
            // Also on the way to the button that signs.
            onBlur={take}
            onKeyDown={({ key }) => {
              if (key !== 'Enter') return
              if (error) take()
              else field.current?.focus()
            }}
          />
          <Button
            size="xs"
            variant="default"
            className={classes.take}
            onClick={take}
          >
            Use this nonce
          </Button>
        </>
      )}
      {draft === undefined && error && (
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
          Can’t reach the gateway, so Covault doesn’t know which later nonces
          are taken. This is the safe’s next nonce.
        </Remark>
      )}
    </div>
  )
}

function focus(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
