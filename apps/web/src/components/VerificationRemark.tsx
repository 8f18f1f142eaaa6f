import type { Verification } from '../apps/requestDesk.js'
import { Remark } from '../ui/Remark.js'

/** Whether a dapp elsewhere is where it says it is. */
export function VerificationRemark({
  origin,
  verification,
}: {
  origin: string
  verification: Verification
}) {
  switch (verification.kind) {
    case 'verified':
      return (
        <Remark kind="ok">
          WalletConnect has verified that it comes from {origin}.
        </Remark>
      )
    case 'unverified':
      return (
        <Remark kind="warn">
          Nobody has verified that it comes from {origin}: that is only what it
          says.
        </Remark>
      )
    case 'mismatch':
      return (
        <Remark kind="danger">
          It says that it is at {origin}, but it comes from{' '}
          {verification.origin}. It may pretend to be somebody else.
        </Remark>
      )
    case 'scam':
      return (
        <Remark kind="danger">
          WalletConnect knows it as a fraud. It cannot be connected.
        </Remark>
      )
  }
}
