// @vitest-environment node
import {
  ResourceUnavailableRpcError,
  UserRejectedRequestError,
  SwitchChainError as ViemSwitchChainError,
} from 'viem'
import { expect, test } from 'vitest'
import {
  ConnectorAlreadyConnectedError as AlreadyConnected,
  ChainNotConfiguredError as ChainNotConfigured,
  ConnectorChainMismatchError,
  ProviderNotFoundError,
} from 'wagmi'
import { readWalletError } from './readWalletError.js'
import {
  ChainMismatchError,
  ChainNotConfiguredError,
  ConnectorAlreadyConnectedError,
  ConnectorNotFoundError,
  MethodNotSupportedError,
  ProviderRequiredError,
  ResourceUnavailableError,
  SafeInformationError,
  SwitchChainError,
  UserRejectedError,
  WalletRequestError,
} from './walletErrors.js'

const coded = (code: number) => Object.assign(new Error('any'), { code })

test.each([
  ['a refusal', new UserRejectedRequestError(coded(4001)), UserRejectedError],
  ['a bare 4001', coded(4001), UserRejectedError],
  [
    'a refusal inside of another error',
    new ViemSwitchChainError(coded(4001)),
    UserRejectedError,
  ],
  ['a bare -32002', coded(-32002), ResourceUnavailableError],
  [
    'a pending request',
    new ResourceUnavailableRpcError(coded(-32002)),
    ResourceUnavailableError,
  ],
  ['no provider', new ProviderNotFoundError(), ConnectorNotFoundError],
  ['no switching', new ViemSwitchChainError(coded(4200)), SwitchChainError],
  [
    'a chain nobody configured',
    new ViemSwitchChainError(new ChainNotConfigured()),
    ChainNotConfiguredError,
  ],
  [
    'another chain',
    new ConnectorChainMismatchError({
      connectionChainId: 1,
      connectorChainId: 2,
    }),
    ChainMismatchError,
  ],
  [
    'a second connection',
    new AlreadyConnected(),
    ConnectorAlreadyConnectedError,
  ],
  ['an unknown method', coded(-32601), MethodNotSupportedError],
  ['anything else', coded(-32000), WalletRequestError],
])('reads %s', (_, error, expected) => {
  const read = readWalletError(error)
  expect(read.constructor).toBe(expected)
  expect(read.cause).toBe(error)
})

test('leaves its own errors as they are, also inside of others', () => {
  const own = new SafeInformationError()
  expect(readWalletError(own)).toBe(own)
  expect(readWalletError(new Error('any', { cause: own }))).toBe(own)
})

test('has the codes and the words of the specification', () => {
  expect(new UserRejectedError().code).toBe(4001)
  expect(new ResourceUnavailableError().code).toBe(-32002)
  expect(new SafeInformationError().message).toBe(
    'Could not load Safe information',
  )
  expect(new ProviderRequiredError().message).toBe('provider is required.')
  expect(new SwitchChainError().message).toBe(
    'Your wallet does not support switching networks from this app.',
  )
})
