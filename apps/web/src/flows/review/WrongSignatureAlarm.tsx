import { openFlow } from '../../lib/flowSearch.js'
import { AddressText } from '../../ui/AddressText.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { describeError } from '../../words/errors.js'
import classes from './SealBlock.module.css'

/**
 * S51, with the remedy: whatever was signed at this nonce becomes worthless.
 * It comes to whoever looks elsewhere, a phone shows little at once.
 */
export function WrongSignatureAlarm({
  error,
  nonce,
  words,
}: {
  error: Error
  nonce: bigint
  words: string | undefined
}) {
  return (
    <div ref={present} className={classes.alarm} role="alert" tabIndex={-1}>
      <b>Stop: your wallet returned a wrong signature</b>
      <p>
        <AddressText text={describeError(error)} />
      </p>
      {words && <p>{words}</p>}
      <LinkButton to="." search={openFlow('reject', { nonce: String(nonce) })}>
        Reject all transactions at nonce {String(nonce)}
      </LinkButton>
    </div>
  )
}

function present(alarm: HTMLElement | null): void {
  alarm?.scrollIntoView({ block: 'center' })
  alarm?.focus({ preventScroll: true })
}
