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
      'The dapp’s request has expired. Nothing was signed. Send the request again from the dapp.',
    )
  }
}
