import { type Hex, size } from 'viem'
import {
  performCreate2Method,
  performCreateMethod,
} from './calldata/createCall.js'
import {
  createProxyMethod,
  createProxyWithCallbackMethod,
  createProxyWithNonceMethod,
} from './calldata/proxyFactory.js'
import { type SetupArguments, tryDecodeSetup } from './calldata/setup.js'
import { getArguments } from './callTree.js'
import type { IntentMeaning, SafeSetup } from './intent.js'
import { nativeAmount, unlessNothing } from './intentAmount.js'
import {
  type Describe,
  type IntentContext,
  type MethodCall,
  unlessZero,
} from './methodCall.js'

/** New safes and contracts, by the id of the known method. */
export const creationIntents: Readonly<Record<string, Describe>> = {
  createProxy: ({ reading, target, context }) => {
    const { singleton, data } = getArguments(reading, createProxyMethod)
    return {
      kind: 'createSafe',
      factory: target,
      singleton,
      saltNonce: undefined,
      callback: undefined,
      setup: readSetup(context, data),
    }
  },
  createProxyWithNonce: describeCreation,
  createProxyWithCallback: (call) => ({
    ...describeCreation(call),
    callback: getArguments(call.reading, createProxyWithCallbackMethod)
      .callback,
  }),
  createChainSpecificProxyWithNonce: describeCreation,
  createProxyWithNonceL2: describeCreation,
  createChainSpecificProxyWithNonceL2: describeCreation,
  performCreate: ({ reading, context }) => {
    const { value, deploymentData } = getArguments(reading, performCreateMethod)
    const amount = nativeAmount(context, value)
    const codeSize = size(deploymentData)
    return { kind: 'deployContract', amount, codeSize, salt: undefined }
  },
  performCreate2: ({ reading, context }) => {
    const { value, deploymentData, salt } = getArguments(
      reading,
      performCreate2Method,
    )
    const amount = nativeAmount(context, value)
    return {
      kind: 'deployContract',
      amount,
      codeSize: size(deploymentData),
      salt,
    }
  },
}

function describeCreation({
  reading,
  target,
  context,
}: MethodCall): Extract<IntentMeaning, { kind: 'createSafe' }> {
  const { singleton, initializer, saltNonce } = getArguments(
    reading,
    createProxyWithNonceMethod,
  )
  return {
    kind: 'createSafe',
    factory: target,
    singleton,
    saltNonce,
    callback: undefined,
    setup: readSetup(context, initializer),
  }
}

function readSetup(
  context: IntentContext,
  initializer: Hex,
): SafeSetup | undefined {
  const setup = tryDecodeSetup(initializer)
  return setup && toSetup(context, setup)
}

function toSetup(context: IntentContext, setup: SetupArguments): SafeSetup {
  const { paymentToken, payment } = setup
  return {
    owners: setup.owners,
    threshold: setup.threshold,
    fallbackHandler: unlessZero(setup.fallbackHandler),
    delegate: unlessZero(setup.to),
    payment: unlessNothing(context, paymentToken, payment),
    paymentReceiver: unlessZero(setup.paymentReceiver),
  }
}
