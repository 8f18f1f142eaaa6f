import { type Hex, zeroAddress } from 'viem'
import { decodeMethod, type MethodArguments } from '../abi/method.js'
import { BaseError } from '../errors.js'
import {
  setupMethod,
  setupWithoutHandlerMethod,
  setupWithoutPaymentMethod,
} from './safe.js'

export type SetupArguments = MethodArguments<typeof setupMethod>

/**
 * The `setup` of any version, with what older ones do not have left empty;
 * undefined for other bytes.
 */
export function tryDecodeSetup(initializer: Hex): SetupArguments | undefined {
  try {
    return decodeSetup(initializer)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return undefined
  }
}

function decodeSetup(initializer: Hex): SetupArguments {
  if (initializer.startsWith(setupMethod.selector))
    return decodeMethod(setupMethod, initializer)
  const fallbackHandler = zeroAddress
  if (initializer.startsWith(setupWithoutHandlerMethod.selector))
    return {
      ...decodeMethod(setupWithoutHandlerMethod, initializer),
      fallbackHandler,
    }
  return {
    ...decodeMethod(setupWithoutPaymentMethod, initializer),
    fallbackHandler,
    paymentToken: zeroAddress,
    payment: 0n,
    paymentReceiver: zeroAddress,
  }
}
