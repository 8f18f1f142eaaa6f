import { BaseError } from '@covault/protocol'

/** What was handed over is not what the gateway says that it has. */
export class GatewayDiffersError extends BaseError {
  constructor() {
    super(
      'The gateway accepted the signature, but it has a different transaction under this hash. This browser keeps its own copy.',
    )
  }
}
