import { BaseError } from '@covault/protocol'

/** Asked last, after every check and before the wallet. */
export function assertInTime({
  expiresAt,
}: {
  expiresAt?: number | undefined
}): void {
  if (expiresAt !== undefined && Date.now() >= expiresAt)
    throw new RequestExpiredError()
}

export class RequestExpiredError extends BaseError {
  constructor() {
    super(
      'The request has expired: the dapp does not wait for it any more. Nothing was signed; let the dapp ask again.',
    )
  }
}
