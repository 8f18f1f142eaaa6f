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
  receiveWithAuthorizationBytesMethod,
  receiveWithAuthorizationMethod,
  transferWithAuthorizationBytesMethod,
  transferWithAuthorizationMethod,
} from './eip3009.js'
import {
  daiPermitMethod,
  erc20ApproveAllMethod,
  erc20ApproveMethod,
  erc20DecreaseAllowanceMethod,
  erc20DecreaseApprovalMethod,
  erc20IncreaseAllowanceMethod,
  erc20IncreaseApprovalMethod,
  erc20PermitMethod,
  erc20PermitWithBytesMethod,
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
import { authorizeOperatorMethod, erc777SendMethod } from './erc777.js'
import {
  erc1155SafeBatchTransferFromMethod,
  erc1155SafeTransferFromMethod,
} from './erc1155.js'
import {
  approveAndCallMethod,
  approveAndCallWithDataMethod,
  transferAndCallMethod,
  transferAndCallWithDataMethod,
} from './erc1363.js'
import {
  erc6909ApproveMethod,
  erc6909TransferFromMethod,
  erc6909TransferMethod,
  setOperatorMethod,
} from './erc6909.js'
import { setFallbackHandlerMethod } from './fallbackHandler.js'
import { setGuardMethod, setModuleGuardMethod } from './guard.js'
import type { KnownMethod } from './knownMethod.js'
import {
  allowManagerMethod,
  approveDelegationMethod,
  hopeMethod,
  setRelayerApprovalMethod,
} from './managers.js'
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
  permit2ApproveMethod,
  permit2PermitBatchMethod,
  permit2PermitMethod,
  permitBatchTransferFromMethod,
  permitBatchWitnessTransferFromMethod,
  permitTransferFromMethod,
  permitWitnessTransferFromMethod,
} from './permit2.js'
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
  setupWithoutPaymentMethod,
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
  setupToL2Method,
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
  '0xfe51f643': [setupToL2Method],
  '0xb63e800d': [setupMethod],
  '0xa97ab18a': [setupWithoutHandlerMethod],
  '0x0ec78d9e': [setupWithoutPaymentMethod],
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
  '0x9fd5a6cf': [erc20PermitWithBytesMethod],
  '0x8fcbaf0c': [daiPermitMethod],
  '0xd73dd623': [erc20IncreaseApprovalMethod],
  '0x66188463': [erc20DecreaseApprovalMethod],
  '0xdaea85c5': [erc20ApproveAllMethod],
  '0xe3ee160e': [transferWithAuthorizationMethod],
  '0xcf092995': [transferWithAuthorizationBytesMethod],
  '0xef55bec6': [receiveWithAuthorizationMethod],
  '0x88b7ab63': [receiveWithAuthorizationBytesMethod],
  '0x1296ee62': [transferAndCallMethod],
  '0x4000aea0': [transferAndCallWithDataMethod],
  '0x3177029f': [approveAndCallMethod],
  '0xcae9ca51': [approveAndCallWithDataMethod],
  '0x9bd9bbc6': [erc777SendMethod],
  '0x959b8c3f': [authorizeOperatorMethod],
  '0x095bcdb6': [erc6909TransferMethod],
  '0xfe99049a': [erc6909TransferFromMethod],
  '0x426a8493': [erc6909ApproveMethod],
  '0x558a7297': [setOperatorMethod],
  '0xfa6e671d': [setRelayerApprovalMethod],
  '0x110496e5': [allowManagerMethod],
  '0xa3b22fc4': [hopeMethod],
  '0xc04a8a10': [approveDelegationMethod],
  '0x87517c45': [permit2ApproveMethod],
  '0x2b67b570': [permit2PermitMethod],
  '0x2a2d80d1': [permit2PermitBatchMethod],
  '0x30f28b7a': [permitTransferFromMethod],
  '0xedd9444b': [permitBatchTransferFromMethod],
  '0x137c29fe': [permitWitnessTransferFromMethod],
  '0xfe8ec1a7': [permitBatchWitnessTransferFromMethod],
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
