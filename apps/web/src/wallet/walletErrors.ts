import { BaseError } from '@covault/protocol'

/** Parent of everything that a wallet, or the lack of one, can answer. */
export class WalletError extends BaseError {}

/** The modal was closed, the request refused, or no account handed out. */
export class UserRejectedError extends WalletError {
  /** EIP-1193. */
  readonly code = 4001

  constructor({
    message = 'The request was refused in the wallet. Nothing was sent.',
    ...options
  }: { message?: string; cause?: unknown } = {}) {
    super(message, options)
  }
}

/** To wagmi it is a refusal; people are told what is missing. */
export class NoProjectIdError extends UserRejectedError {
  constructor({ wallet }: { wallet: string }) {
    super({
      message: `${wallet} needs a WalletConnect project id, and this installation has none.`,
    })
  }
}

export class RelaySilentError extends WalletError {
  constructor() {
    super(
      'The servers of WalletConnect do not answer. Wallets that are reached through them cannot be used at the moment; those in this browser can.',
    )
  }
}

export class ResourceUnavailableError extends WalletError {
  /** EIP-1474. */
  readonly code = -32002

  constructor(options: { cause?: unknown } = {}) {
    super(
      'The wallet already has a request open. Answer that one first, then try again.',
      options,
    )
  }
}

export class ConnectorNotFoundError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super(
      'No such wallet was found in this browser. Install it, or choose another way to connect.',
      options,
    )
  }
}

export class ProviderRequiredError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('provider is required.', options)
  }
}

export class SwitchChainError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super(
      'Your wallet does not support switching networks from this app.',
      options,
    )
  }
}

export class SafeInformationError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('Could not load Safe information', options)
  }
}

export class ChainMismatchError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super(
      'The wallet is on another network than this request. Switch networks, then try again.',
      options,
    )
  }
}

export class ChainNotConfiguredError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('This installation does not serve that network.', options)
  }
}

export class ConnectorAlreadyConnectedError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('This wallet is connected already.', options)
  }
}

/** The wallet has no such method (EIP-1193 4200, JSON-RPC -32601). */
export class MethodNotSupportedError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('The wallet cannot do this: it does not know the request.', options)
  }
}

/** S52: it may have sent something, and nobody can follow it. */
export class NoTransactionHashError extends WalletError {
  constructor() {
    super(
      'The wallet answered with something that is no hash of a transaction. It may have sent one all the same: look at the activity of your account in the wallet or an explorer before you send it again.',
    )
  }
}

/** The wallet answered with an error that has no name of its own here. */
export class WalletRequestError extends WalletError {
  readonly code: number | undefined

  constructor(code: number | undefined, options: { cause?: unknown } = {}) {
    super(
      code === undefined
        ? 'The wallet did not answer the request.'
        : `The wallet answered with error ${code}.`,
      options,
    )
    this.code = code
  }
}
