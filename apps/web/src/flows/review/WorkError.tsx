import { Remark } from '../../ui/Remark.js'
import { UserRejectedError } from '../../wallet/walletErrors.js'
import { describeError } from '../../words/errors.js'

/** Why nothing came of the press of a button; a refusal is no danger. */
export function WorkError({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Remark
      role="alert"
      kind={error instanceof UserRejectedError ? 'warn' : 'danger'}
    >
      {describeError(error)}
    </Remark>
  )
}
