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
          WalletConnect has verified the origin {origin}.
        </Remark>
      )
    case 'unverified':
      return (
        <Remark kind="warn">
          The origin {origin} is unverified: it is the dapp’s own claim.
        </Remark>
      )
    case 'mismatch':
      return (
        <Remark kind="danger">
          The dapp claims to be {origin}, but comes from {verification.origin}.
          It may be an impostor.
        </Remark>
      )
    case 'scam':
      return (
        <Remark kind="danger">
          WalletConnect reports this dapp as fraudulent, so it can’t be
          connected.
        </Remark>
      )
  }
}
