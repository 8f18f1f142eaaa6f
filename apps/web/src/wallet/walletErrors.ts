import { BaseError } from '@covault/protocol'

/** Parent of everything that a wallet, or the lack of one, can answer. */
export class WalletError extends BaseError {}

/** The modal was closed, the request refused, or no account handed out. */
export class UserRejectedError extends WalletError {
  /** EIP-1193. */
  readonly code = 4001

  constructor({
    message = 'You rejected the request in the wallet. Nothing was sent.',
    ...options
  }: { message?: string; cause?: unknown } = {}) {
    super(message, options)
  }
}

/** To wagmi it is a refusal; people are told what is missing. */
export class NoProjectIdError extends UserRejectedError {
  constructor({ wallet }: { wallet: string }) {
    super({
      message: `${wallet} needs a WalletConnect project ID, and this gateway has none.`,
    })
  }
}

export class RelaySilentError extends WalletError {
  constructor() {
    super(
      'Can’t reach WalletConnect. Use a wallet in this browser, or try again later.',
    )
  }
}

export class ResourceUnavailableError extends WalletError {
  /** EIP-1474. */
  readonly code = -32002

  constructor(options: { cause?: unknown } = {}) {
    super(
      'Your wallet has an open request. Answer it, then try again.',
      options,
    )
  }
}

export class ConnectorNotFoundError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super(
      'This wallet wasn’t found in the browser. Install it, or choose another wallet.',
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
      'Your wallet is on a different network. Switch networks, then try again.',
      options,
    )
  }
}

export class ChainNotConfiguredError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('This network isn’t available here.', options)
  }
}

export class ConnectorAlreadyConnectedError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('This wallet is already connected.', options)
  }
}

/** The wallet has no such method (EIP-1193 4200, JSON-RPC -32601). */
export class MethodNotSupportedError extends WalletError {
  constructor(options: { cause?: unknown } = {}) {
    super('Your wallet doesn’t support this request.', options)
  }
}

/** S52: it may have sent something, and nobody can follow it. */
export class NoTransactionHashError extends WalletError {
  constructor() {
    super(
      'Your wallet didn’t return a transaction hash, but may have sent the transaction. Check your account’s activity in the wallet or an explorer before you try again.',
    )
  }
}

/** The wallet answered with an error that has no name of its own here. */
export class WalletRequestError extends WalletError {
  readonly code: number | undefined

  constructor(code: number | undefined, options: { cause?: unknown } = {}) {
    super(
      code === undefined
        ? 'Your wallet didn’t answer the request.'
        : `Your wallet returned error ${code}.`,
      options,
    )
    this.code = code
  }
}
