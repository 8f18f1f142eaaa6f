import type { KnownMethod } from './knownMethod.js'

/* `SafeProxyFactory` of every version. */

export const createProxyMethod = {
  id: 'createProxy',
  contracts: ['proxyFactory'],
  name: 'createProxy',
  signature: 'createProxy(address,bytes)',
  selector: '0x61b69abd',
  inputs: [
    { name: 'singleton', type: 'address' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const createProxyWithNonceMethod = {
  id: 'createProxyWithNonce',
  contracts: ['proxyFactory'],
  name: 'createProxyWithNonce',
  signature: 'createProxyWithNonce(address,bytes,uint256)',
  selector: '0x1688f0b9',
  inputs: [
    { name: 'singleton', type: 'address' },
    { name: 'initializer', type: 'bytes' },
    { name: 'saltNonce', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const createProxyWithCallbackMethod = {
  id: 'createProxyWithCallback',
  contracts: ['proxyFactory'],
  name: 'createProxyWithCallback',
  signature: 'createProxyWithCallback(address,bytes,uint256,address)',
  selector: '0xd18af54d',
  inputs: [
    { name: 'singleton', type: 'address' },
    { name: 'initializer', type: 'bytes' },
    { name: 'saltNonce', type: 'uint256' },
    { name: 'callback', type: 'address' },
  ],
} as const satisfies KnownMethod

export const createChainSpecificProxyWithNonceMethod = {
  id: 'createChainSpecificProxyWithNonce',
  contracts: ['proxyFactory'],
  name: 'createChainSpecificProxyWithNonce',
  signature: 'createChainSpecificProxyWithNonce(address,bytes,uint256)',
  selector: '0xec9e80bb',
  inputs: [
    { name: 'singleton', type: 'address' },
    { name: 'initializer', type: 'bytes' },
    { name: 'saltNonce', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const createProxyWithNonceL2Method = {
  id: 'createProxyWithNonceL2',
  contracts: ['proxyFactory'],
  name: 'createProxyWithNonceL2',
  signature: 'createProxyWithNonceL2(address,bytes,uint256)',
  selector: '0x4662f9d6',
  inputs: [
    { name: 'singleton', type: 'address' },
    { name: 'initializer', type: 'bytes' },
    { name: 'saltNonce', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const createChainSpecificProxyWithNonceL2Method = {
  id: 'createChainSpecificProxyWithNonceL2',
  contracts: ['proxyFactory'],
  name: 'createChainSpecificProxyWithNonceL2',
  signature: 'createChainSpecificProxyWithNonceL2(address,bytes,uint256)',
  selector: '0x1a334b0b',
  inputs: [
    { name: 'singleton', type: 'address' },
    { name: 'initializer', type: 'bytes' },
    { name: 'saltNonce', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const proxyFactoryMethods = [
  createProxyMethod,
  createProxyWithNonceMethod,
  createProxyWithCallbackMethod,
  createChainSpecificProxyWithNonceMethod,
  createProxyWithNonceL2Method,
  createChainSpecificProxyWithNonceL2Method,
] as const
