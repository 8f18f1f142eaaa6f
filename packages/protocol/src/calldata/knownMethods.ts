import { multiSendMethod } from '../multiSend.js'
import {
  addDelegateMethod,
  deleteAllowanceMethod,
  executeAllowanceTransferMethod,
  removeDelegateMethod,
  resetAllowanceMethod,
  setAllowanceMethod,
} from './allowance.js'
import { performCreate2Method, performCreateMethod } from './createCall.js'
import {
  erc20ApproveMethod,
  erc20DecreaseAllowanceMethod,
  erc20IncreaseAllowanceMethod,
  erc20PermitMethod,
  erc20TransferFromMethod,
  erc20TransferMethod,
} from './erc20.js'
import {
  erc721ApproveMethod,
  erc721SafeTransferFromMethod,
  erc721SafeTransferFromWithDataMethod,
  erc721TransferFromMethod,
  setApprovalForAllMethod,
} from './erc721.js'
import {
  erc1155SafeBatchTransferFromMethod,
  erc1155SafeTransferFromMethod,
} from './erc1155.js'
import { setFallbackHandlerMethod } from './fallbackHandler.js'
import { setGuardMethod, setModuleGuardMethod } from './guard.js'
import type { KnownMethod } from './knownMethod.js'
import {
  disableModuleMethod,
  enableModuleMethod,
  execTransactionFromModuleMethod,
  execTransactionFromModuleReturnDataMethod,
} from './modules.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from './owners.js'
import {
  createChainSpecificProxyWithNonceL2Method,
  createChainSpecificProxyWithNonceMethod,
  createProxyMethod,
  createProxyWithCallbackMethod,
  createProxyWithNonceL2Method,
  createProxyWithNonceMethod,
} from './proxyFactory.js'
import {
  approveHashMethod,
  execTransactionMethod,
  setupMethod,
  setupWithoutHandlerMethod,
} from './safe.js'
import { signMessageMethod } from './signMessage.js'
import {
  changeMasterCopyMethod,
  migrateFromV111Method,
  migrateL2SingletonMethod,
  migrateL2WithFallbackHandlerMethod,
  migrateSingletonMethod,
  migrateToL2Method,
  migrateWithFallbackHandlerMethod,
} from './singleton.js'

/**
 * Every method whose meaning is known, by selector. Several share one: a
 * selector alone never says which is meant.
 */
export const knownMethods: Readonly<Record<string, readonly KnownMethod[]>> = {
  '0x8d80ff0a': [multiSendMethod],
  '0x0d582f13': [addOwnerWithThresholdMethod],
  '0xf8dc5dd9': [removeOwnerMethod],
  '0xe318b52b': [swapOwnerMethod],
  '0x694e80c3': [changeThresholdMethod],
  '0x610b5925': [enableModuleMethod],
  '0xe009cfde': [disableModuleMethod],
  '0x468721a7': [execTransactionFromModuleMethod],
  '0x5229073f': [execTransactionFromModuleReturnDataMethod],
  '0xe19a9dd9': [setGuardMethod],
  '0xe068df37': [setModuleGuardMethod],
  '0xf08a0323': [setFallbackHandlerMethod],
  '0x7de7edef': [changeMasterCopyMethod],
  '0xf6682ab0': [migrateSingletonMethod],
  '0xed007fc6': [migrateWithFallbackHandlerMethod],
  '0x07f464a4': [migrateL2SingletonMethod],
  '0x68cb3d94': [migrateL2WithFallbackHandlerMethod],
  '0xef2624ae': [migrateToL2Method],
  '0xd9a20812': [migrateFromV111Method],
  '0xb63e800d': [setupMethod],
  '0xa97ab18a': [setupWithoutHandlerMethod],
  '0x6a761202': [execTransactionMethod],
  '0xd4d9bdcd': [approveHashMethod],
  '0x85a5affe': [signMessageMethod],
  '0x61b69abd': [createProxyMethod],
  '0x1688f0b9': [createProxyWithNonceMethod],
  '0xd18af54d': [createProxyWithCallbackMethod],
  '0xec9e80bb': [createChainSpecificProxyWithNonceMethod],
  '0x4662f9d6': [createProxyWithNonceL2Method],
  '0x1a334b0b': [createChainSpecificProxyWithNonceL2Method],
  '0x4c8c9ea1': [performCreateMethod],
  '0x4847be6f': [performCreate2Method],
  '0xa9059cbb': [erc20TransferMethod],
  '0x23b872dd': [erc20TransferFromMethod, erc721TransferFromMethod],
  '0x095ea7b3': [erc20ApproveMethod, erc721ApproveMethod],
  '0x39509351': [erc20IncreaseAllowanceMethod],
  '0xa457c2d7': [erc20DecreaseAllowanceMethod],
  '0xd505accf': [erc20PermitMethod],
  '0x42842e0e': [erc721SafeTransferFromMethod],
  '0xb88d4fde': [erc721SafeTransferFromWithDataMethod],
  '0xa22cb465': [setApprovalForAllMethod],
  '0xf242432a': [erc1155SafeTransferFromMethod],
  '0x2eb2c2d6': [erc1155SafeBatchTransferFromMethod],
  '0xe71bdf41': [addDelegateMethod],
  '0xdd43a79f': [removeDelegateMethod],
  '0xbeaeb388': [setAllowanceMethod],
  '0xc19bf50e': [resetAllowanceMethod],
  '0x885133e3': [deleteAllowanceMethod],
  '0x4515641a': [executeAllowanceTransferMethod],
}
