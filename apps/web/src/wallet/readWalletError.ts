import {
  ResourceUnavailableRpcError,
  UserRejectedRequestError,
  SwitchChainError as ViemSwitchChainError,
} from 'viem'
import {
  ConnectorAlreadyConnectedError as AlreadyConnected,
  ChainNotConfiguredError as ChainNotConfigured,
  ConnectorChainMismatchError,
  ConnectorNotFoundError as NotFound,
  ProviderNotFoundError,
  SwitchChainNotSupportedError,
} from 'wagmi'
import {
  ChainMismatchError,
  ChainNotConfiguredError,
  ConnectorAlreadyConnectedError,
  ConnectorNotFoundError,
  MethodNotSupportedError,
  ResourceUnavailableError,
  SwitchChainError,
  UserRejectedError,
  WalletError,
  WalletRequestError,
} from './walletErrors.js'

/** What a wallet or the library in between threw, as one of our own. */
export function readWalletError(error: unknown): WalletError {
  const causes = listCauses(error)
  const known = causes.find((cause) => cause instanceof WalletError)
  if (known) return known
  const codes = causes.flatMap(readCode)
  const options = { cause: error }
  const isOf = (...classes: (new (...args: never[]) => Error)[]) =>
    causes.some((cause) => classes.some((each) => cause instanceof each))
  // A wallet's own code says more than the wrapper it comes in.
  if (codes.includes(4001) || isOf(UserRejectedRequestError))
    return new UserRejectedError(options)
  if (codes.includes(-32002) || isOf(ResourceUnavailableRpcError))
    return new ResourceUnavailableError(options)
  if (isOf(ChainNotConfigured)) return new ChainNotConfiguredError(options)
  if (isOf(ViemSwitchChainError, SwitchChainNotSupportedError))
    return new SwitchChainError(options)
  if (isOf(ConnectorChainMismatchError)) return new ChainMismatchError(options)
  if (isOf(AlreadyConnected)) return new ConnectorAlreadyConnectedError(options)
  if (isOf(ProviderNotFoundError, NotFound))
    return new ConnectorNotFoundError(options)
  if (codes.includes(4200) || codes.includes(-32601))
    return new MethodNotSupportedError(options)
  return new WalletRequestError(codes.at(-1), options)
}

/** Outermost first. */
function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = []
  let cause = error
  while (cause !== undefined && causes.length < 20) {
    causes.push(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return causes
}

function readCode(cause: unknown): number[] {
  if (typeof cause !== 'object' || cause === null) return []
  const code = Reflect.get(cause, 'code')
  return typeof code === 'number' ? [code] : []
}
