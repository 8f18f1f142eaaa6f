import {
  type Address,
  type Hex,
  maxUint160,
  maxUint256,
  size,
  zeroAddress,
} from 'viem'
import type { MethodArguments } from './abi/method.js'
import {
  addDelegateMethod,
  deleteAllowanceMethod,
  executeAllowanceTransferMethod,
  removeDelegateMethod,
  resetAllowanceMethod,
  setAllowanceMethod,
} from './calldata/allowance.js'
import {
  performCreate2Method,
  performCreateMethod,
} from './calldata/createCall.js'
import { transferWithAuthorizationMethod } from './calldata/eip3009.js'
import {
  daiPermitMethod,
  erc20ApproveAllMethod,
  erc20ApproveMethod,
  erc20DecreaseAllowanceMethod,
  erc20IncreaseAllowanceMethod,
  erc20PermitMethod,
  erc20TransferFromMethod,
  erc20TransferMethod,
} from './calldata/erc20.js'
import {
  erc721ApproveMethod,
  erc721TransferFromMethod,
  setApprovalForAllMethod,
} from './calldata/erc721.js'
import { authorizeOperatorMethod, erc777SendMethod } from './calldata/erc777.js'
import {
  erc1155SafeBatchTransferFromMethod,
  erc1155SafeTransferFromMethod,
} from './calldata/erc1155.js'
import {
  erc6909TransferFromMethod,
  erc6909TransferMethod,
  setOperatorMethod,
} from './calldata/erc6909.js'
import { setFallbackHandlerMethod } from './calldata/fallbackHandler.js'
import { setGuardMethod, setModuleGuardMethod } from './calldata/guard.js'
import {
  allowManagerMethod,
  hopeMethod,
  setRelayerApprovalMethod,
} from './calldata/managers.js'
import { disableModuleMethod, enableModuleMethod } from './calldata/modules.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from './calldata/owners.js'
import { permit2ApproveMethod } from './calldata/permit2.js'
import {
  createProxyMethod,
  createProxyWithCallbackMethod,
  createProxyWithNonceMethod,
} from './calldata/proxyFactory.js'
import { approveHashMethod } from './calldata/safe.js'
import { type SetupArguments, tryDecodeSetup } from './calldata/setup.js'
import { signMessageMethod } from './calldata/signMessage.js'
import {
  changeMasterCopyMethod,
  migrateFromV111Method,
} from './calldata/singleton.js'
import { getArguments, type MethodReading } from './decodeCall.js'
import type { Amount, IntentMeaning, SafeSetup, TokenFacts } from './intent.js'
import type { OwnerSet } from './ownerChanges.js'
import { toVisibleText } from './visibleText.js'

/** What the caller knows beside the bytes. */
export type IntentContext = {
  /** Of the safe's transaction, to name what an empty one rejects. */
  readonly nonce?: bigint | undefined
  readonly nativeCurrency?: TokenFacts | undefined
  /** By checksummed address. */
  readonly tokens?: ReadonlyMap<Address, TokenFacts> | undefined
  /** The owners of safes at present, by checksummed address. */
  readonly ownerSets?: ReadonlyMap<Address, OwnerSet> | undefined
}

/** What a method means on its target, when `from` calls it. */
type MethodCall = {
  readonly reading: MethodReading
  readonly target: Address
  readonly from: Address | undefined
  readonly context: IntentContext
  /** As earlier calls of the same transaction have left them. */
  readonly ownerSets: OwnerSets
}

type OwnerSets = {
  readonly get: (safe: Address) => OwnerSet | undefined
  readonly set: (safe: Address, ownerSet: OwnerSet) => void
}

type Describe = (call: MethodCall) => IntentMeaning

/** By the id of the known method. Calls that hold calls are not among them. */
export const methodIntents: Readonly<Record<string, Describe>> = {
  erc20Transfer: describeErc20Transfer,
  transferAndCall: describeErc20Transfer,
  transferAndCallWithData: describeErc20Transfer,
  erc777Send: ({ reading, target, context }) => {
    const { to, amount: value } = getArguments(reading, erc777SendMethod)
    const amount = tokenAmount(context, target, value)
    return { kind: 'sendToken', owner: undefined, to, amount }
  },
  transferWithAuthorization: describeAuthorizedTransfer,
  transferWithAuthorizationBytes: describeAuthorizedTransfer,
  receiveWithAuthorization: describeAuthorizedTransfer,
  receiveWithAuthorizationBytes: describeAuthorizedTransfer,
  erc20TransferFrom: ({ reading, target, from: actor, context }) => {
    const { from, to, value } = getArguments(reading, erc20TransferFromMethod)
    const amount = tokenAmount(context, target, value)
    return { kind: 'sendToken', owner: otherThan(actor, from), to, amount }
  },
  erc20Approve: describeApproval,
  approveAndCall: describeApproval,
  approveAndCallWithData: describeApproval,
  erc20ApproveAll: (call) => {
    const { spender } = getArguments(call.reading, erc20ApproveAllMethod)
    return approval(call, { change: 'set', spender, value: maxUint256 })
  },
  erc20IncreaseAllowance: describeIncrease,
  erc20IncreaseApproval: describeIncrease,
  erc20DecreaseAllowance: describeDecrease,
  erc20DecreaseApproval: describeDecrease,
  erc20Permit: describePermit,
  erc20PermitWithBytes: describePermit,
  daiPermit: ({ reading, target, context }) => {
    const {
      holder: owner,
      spender,
      expiry: deadline,
      allowed: unlimited,
    } = getArguments(reading, daiPermitMethod)
    const value = unlimited ? maxUint256 : 0n
    const amount = tokenAmount(context, target, value)
    return { kind: 'permitToken', owner, spender, amount, unlimited, deadline }
  },
  permit2Approve: ({ reading, context }) => {
    const args = getArguments(reading, permit2ApproveMethod)
    return {
      kind: 'approveToken',
      change: 'set',
      spender: args.spender,
      amount: tokenAmount(context, args.token, args.amount),
      unlimited: args.amount === maxUint160,
    }
  },
  permit2Permit: contractCall,
  permit2PermitBatch: contractCall,
  permitTransferFrom: contractCall,
  permitBatchTransferFrom: contractCall,
  permitWitnessTransferFrom: contractCall,
  permitBatchWitnessTransferFrom: contractCall,
  approveDelegation: contractCall,
  erc6909Approve: contractCall,
  erc721TransferFrom: describeErc721Transfer,
  erc721SafeTransferFrom: describeErc721Transfer,
  erc721SafeTransferFromWithData: describeErc721Transfer,
  erc721Approve: ({ reading, target }) => {
    const { to, tokenId } = getArguments(reading, erc721ApproveMethod)
    return {
      kind: 'approveCollectible',
      collection: target,
      operator: to,
      tokenId,
    }
  },
  setApprovalForAll: ({ reading, target }) => ({
    kind: 'approveCollection',
    collection: target,
    ...getArguments(reading, setApprovalForAllMethod),
  }),
  setOperator: (call) => {
    const args = getArguments(call.reading, setOperatorMethod)
    return everything(call, args.operator, args.approved)
  },
  authorizeOperator: (call) => {
    const { operator } = getArguments(call.reading, authorizeOperatorMethod)
    return everything(call, operator, true)
  },
  setRelayerApproval: (call) => {
    const args = getArguments(call.reading, setRelayerApprovalMethod)
    return everything(call, args.relayer, args.approved)
  },
  allowManager: (call) => {
    const args = getArguments(call.reading, allowManagerMethod)
    return everything(call, args.manager, args.isAllowed)
  },
  hope: (call) => {
    const { manager } = getArguments(call.reading, hopeMethod)
    return everything(call, manager, true)
  },
  erc6909Transfer: ({ reading, target }) => {
    const { receiver, id, amount } = getArguments(
      reading,
      erc6909TransferMethod,
    )
    return {
      kind: 'sendCollectibles',
      collection: target,
      owner: undefined,
      to: receiver,
      items: [{ tokenId: id, quantity: amount }],
    }
  },
  erc6909TransferFrom: ({ reading, target, from: actor }) => {
    const { sender, receiver, id, amount } = getArguments(
      reading,
      erc6909TransferFromMethod,
    )
    return {
      kind: 'sendCollectibles',
      collection: target,
      owner: otherThan(actor, sender),
      to: receiver,
      items: [{ tokenId: id, quantity: amount }],
    }
  },
  erc1155SafeTransferFrom: ({ reading, target, from: actor }) => {
    const { from, to, id, value } = getArguments(
      reading,
      erc1155SafeTransferFromMethod,
    )
    const items = [{ tokenId: id, quantity: value }]
    const owner = otherThan(actor, from)
    return { kind: 'sendCollectibles', collection: target, owner, to, items }
  },
  erc1155SafeBatchTransferFrom: ({ reading, target, from: actor }) => {
    const { from, to, ids, values } = getArguments(
      reading,
      erc1155SafeBatchTransferFromMethod,
    )
    // Lists of different length are shown in full; the contract refuses them.
    const items = (ids.length > values.length ? ids : values).map(
      (_, index) => ({
        tokenId: ids[index] ?? 0n,
        quantity: values[index] ?? 0n,
      }),
    )
    const owner = otherThan(actor, from)
    return { kind: 'sendCollectibles', collection: target, owner, to, items }
  },
  addOwnerWithThreshold: (call) => {
    const { owner, threshold } = getArguments(
      call.reading,
      addOwnerWithThresholdMethod,
    )
    const change = changeOwners(call, threshold, (owners) =>
      owners.includes(owner) ? undefined : [...owners, owner],
    )
    return settings(call, { kind: 'addOwner', owner, ...change })
  },
  removeOwner: (call) => {
    const { owner, threshold } = getArguments(call.reading, removeOwnerMethod)
    const change = changeOwners(call, threshold, (owners) =>
      owners.includes(owner)
        ? owners.filter((other) => other !== owner)
        : undefined,
    )
    return settings(call, { kind: 'removeOwner', owner, ...change })
  },
  swapOwner: (call) => {
    const { oldOwner, newOwner } = getArguments(call.reading, swapOwnerMethod)
    const { before } = changeOwners(call, undefined, (owners) =>
      owners.includes(oldOwner)
        ? owners.map((owner) => (owner === oldOwner ? newOwner : owner))
        : undefined,
    )
    return settings(call, { kind: 'swapOwner', oldOwner, newOwner, before })
  },
  changeThreshold: (call) => {
    const { threshold } = getArguments(call.reading, changeThresholdMethod)
    const change = changeOwners(call, threshold, (owners) => owners)
    return settings(call, { kind: 'changeThreshold', ...change })
  },
  enableModule: (call) => {
    const { module } = getArguments(call.reading, enableModuleMethod)
    return settings(call, { kind: 'enableModule', module })
  },
  disableModule: (call) => {
    const { module } = getArguments(call.reading, disableModuleMethod)
    return settings(call, { kind: 'disableModule', module })
  },
  setGuard: (call) => {
    const { guard } = getArguments(call.reading, setGuardMethod)
    return settings(call, { kind: 'setGuard', guard: unlessZero(guard) })
  },
  setModuleGuard: (call) => {
    const { moduleGuard } = getArguments(call.reading, setModuleGuardMethod)
    const guard = unlessZero(moduleGuard)
    return settings(call, { kind: 'setModuleGuard', guard })
  },
  setFallbackHandler: (call) => {
    const { handler } = getArguments(call.reading, setFallbackHandlerMethod)
    const meaning = { handler: unlessZero(handler) }
    return settings(call, { kind: 'setFallbackHandler', ...meaning })
  },
  changeMasterCopy: (call) => {
    const { masterCopy } = getArguments(call.reading, changeMasterCopyMethod)
    return settings(call, { kind: 'changeSingleton', singleton: masterCopy })
  },
  migrateSingleton: describeMigration,
  migrateWithFallbackHandler: describeMigration,
  migrateL2Singleton: describeMigration,
  migrateL2WithFallbackHandler: describeMigration,
  migrateToL2: describeMigration,
  migrateFromV111: describeMigration,
  setupToL2: describeMigration,
  signMessage: ({ reading }) => ({
    kind: 'signMessage',
    message: getArguments(reading, signMessageMethod).data,
  }),
  approveHash: ({ reading, target }) => ({
    kind: 'approveHash',
    safe: target,
    hash: getArguments(reading, approveHashMethod).hashToApprove,
  }),
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
  setAllowance: ({ reading, context }) => {
    const args = getArguments(reading, setAllowanceMethod)
    return {
      kind: 'setAllowance',
      delegate: args.delegate,
      amount: anyAmount(context, args.token, args.allowanceAmount),
      resetMinutes: args.resetTimeMin,
      resetBaseMinutes: args.resetBaseMin,
    }
  },
  resetAllowance: ({ reading }) => {
    const { delegate, token } = getArguments(reading, resetAllowanceMethod)
    return {
      kind: 'resetAllowance',
      delegate,
      token: unlessZero(token) ?? null,
    }
  },
  deleteAllowance: ({ reading }) => {
    const { delegate, token } = getArguments(reading, deleteAllowanceMethod)
    return {
      kind: 'deleteAllowance',
      delegate,
      token: unlessZero(token) ?? null,
    }
  },
  addDelegate: ({ reading }) => ({
    kind: 'addDelegate',
    ...getArguments(reading, addDelegateMethod),
  }),
  removeDelegate: ({ reading }) => ({
    kind: 'removeDelegate',
    ...getArguments(reading, removeDelegateMethod),
  }),
  executeAllowanceTransfer: ({ reading, context }) => {
    const args = getArguments(reading, executeAllowanceTransferMethod)
    return {
      kind: 'spendAllowance',
      safe: args.safe,
      delegate: args.delegate,
      to: args.to,
      amount: anyAmount(context, args.token, args.amount),
      payment: unlessNothing(context, args.paymentToken, args.payment),
    }
  },
}

export function contractCall({ reading, target }: MethodCall): IntentMeaning {
  const { name, signature, parameters } = reading
  return {
    kind: 'contractCall',
    to: target,
    method: name,
    signature,
    parameters,
  }
}

export function nativeAmount(
  { nativeCurrency }: IntentContext,
  value: bigint,
): Amount {
  return { value, token: null, facts: nativeCurrency }
}

function tokenAmount(
  { tokens, nativeCurrency }: IntentContext,
  token: Address,
  value: bigint,
): Amount {
  const facts = tokens?.get(token)
  const amount = { value, token, facts }
  return isNamesake(facts, nativeCurrency)
    ? { ...amount, namesake: true }
    : amount
}

/** Any contract may call itself ETH, and many do. */
function isNamesake(
  facts: TokenFacts | undefined,
  native: TokenFacts | undefined,
): boolean {
  const symbol = facts && toVisibleText(facts.symbol).toUpperCase()
  if (!symbol) return false
  return (
    symbol === 'ETH' || symbol === toVisibleText(native?.symbol).toUpperCase()
  )
}

/** Where the contracts write the zero address for the native currency. */
function anyAmount(
  context: IntentContext,
  token: Address,
  value: bigint,
): Amount {
  return token === zeroAddress
    ? nativeAmount(context, value)
    : tokenAmount(context, token, value)
}

function unlessNothing(
  context: IntentContext,
  token: Address,
  value: bigint,
): Amount | undefined {
  return value === 0n ? undefined : anyAmount(context, token, value)
}

/** Nobody counts to half of the range; wallets ask for the whole of it. */
function isUnlimited(value: bigint): boolean {
  return value >= 2n ** 255n
}

function approval(
  { target, context }: MethodCall,
  {
    change,
    spender,
    value,
  }: {
    change: 'set' | 'increase' | 'decrease'
    spender: Address
    value: bigint
  },
): IntentMeaning {
  const amount = tokenAmount(context, target, value)
  const unlimited = change !== 'decrease' && isUnlimited(value)
  return { kind: 'approveToken', change, spender, amount, unlimited }
}

function describeErc20Transfer({
  reading,
  target,
  context,
}: MethodCall): IntentMeaning {
  const { to, value } = getArguments(reading, erc20TransferMethod)
  const amount = tokenAmount(context, target, value)
  return { kind: 'sendToken', owner: undefined, to, amount }
}

function describeAuthorizedTransfer({
  reading,
  target,
  from: actor,
  context,
}: MethodCall): IntentMeaning {
  const { from, to, value } = getArguments(
    reading,
    transferWithAuthorizationMethod,
  )
  const amount = tokenAmount(context, target, value)
  return { kind: 'sendToken', owner: otherThan(actor, from), to, amount }
}

function describeApproval(call: MethodCall): IntentMeaning {
  const { spender, value } = getArguments(call.reading, erc20ApproveMethod)
  return approval(call, { change: 'set', spender, value })
}

function describeIncrease(call: MethodCall): IntentMeaning {
  const { spender, addedValue: value } = getArguments(
    call.reading,
    erc20IncreaseAllowanceMethod,
  )
  return approval(call, { change: 'increase', spender, value })
}

function describeDecrease(call: MethodCall): IntentMeaning {
  const { spender, subtractedValue: value } = getArguments(
    call.reading,
    erc20DecreaseAllowanceMethod,
  )
  return approval(call, { change: 'decrease', spender, value })
}

function describePermit({
  reading,
  target,
  context,
}: MethodCall): IntentMeaning {
  const { owner, spender, value, deadline } = getArguments(
    reading,
    erc20PermitMethod,
  )
  const amount = tokenAmount(context, target, value)
  const unlimited = isUnlimited(value)
  return { kind: 'permitToken', owner, spender, amount, unlimited, deadline }
}

/** Whatever the contract keeps for the caller. */
function everything(
  { target: collection }: MethodCall,
  operator: Address,
  approved: boolean,
): IntentMeaning {
  return { kind: 'approveCollection', collection, operator, approved }
}

function describeErc721Transfer({
  reading,
  target,
  from: actor,
}: MethodCall): IntentMeaning {
  const { from, to, tokenId } = getArguments(reading, erc721TransferFromMethod)
  const items = [{ tokenId, quantity: 1n }]
  const owner = otherThan(actor, from)
  return { kind: 'sendCollectibles', collection: target, owner, to, items }
}

type SettingsMeaning = Extract<IntentMeaning, { kind: SettingsKind }>
type SettingsKind =
  | 'addOwner'
  | 'removeOwner'
  | 'swapOwner'
  | 'changeThreshold'
  | 'enableModule'
  | 'disableModule'
  | 'setGuard'
  | 'setModuleGuard'
  | 'setFallbackHandler'
  | 'changeSingleton'

/** A safe takes its settings from nobody but itself. */
function settings(
  call: MethodCall,
  meaning: DistributiveOmit<SettingsMeaning, 'safe'>,
): IntentMeaning {
  if (call.from !== call.target) return contractCall(call)
  return { ...meaning, safe: call.target } as SettingsMeaning
}

type DistributiveOmit<union, key extends PropertyKey> = union extends unknown
  ? Omit<union, key>
  : never

/** `change` answers undefined for what the contract refuses. */
function changeOwners<threshold extends bigint | undefined>(
  { target, from, ownerSets }: MethodCall,
  threshold: threshold,
  change: (owners: readonly Address[]) => readonly Address[] | undefined,
): OwnerChange<threshold> {
  const before = from === target ? ownerSets.get(target) : undefined
  const owners = before && change(before.owners)
  if (before !== undefined && owners !== undefined)
    ownerSets.set(target, {
      owners,
      threshold: threshold === undefined ? before.threshold : Number(threshold),
    })
  return { before, requirement: { threshold, ownerCount: owners?.length } }
}

type OwnerChange<threshold> = {
  before: OwnerSet | undefined
  requirement: { threshold: threshold; ownerCount: number | undefined }
}

function describeMigration(call: MethodCall): IntentMeaning {
  const { reading, target, from } = call
  if (from === undefined) return contractCall(call)
  // Each of the methods takes none, the first, or both of these.
  const args: Partial<MethodArguments<typeof migrateFromV111Method>> =
    getArguments(reading, migrateFromV111Method)
  return {
    kind: 'migrate',
    safe: from,
    migration: target,
    method: reading.name,
    singleton: args.l2Singleton,
    handler: args.fallbackHandler,
  }
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

function otherThan(
  actor: Address | undefined,
  address: Address,
): Address | undefined {
  return address === actor ? undefined : address
}

function unlessZero(address: Address): Address | undefined {
  return address === zeroAddress ? undefined : address
}
