import {
  type Address,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  zeroAddress,
} from 'viem'
import { encodeMethod } from '../abi/method.js'
import { setAllowanceMethod } from '../calldata/allowance.js'
import {
  daiPermitMethod,
  erc20ApproveMethod,
  erc20TransferMethod,
} from '../calldata/erc20.js'
import { setApprovalForAllMethod } from '../calldata/erc721.js'
import {
  setDomainVerifierMethod,
  setSafeMethodMethod,
} from '../calldata/fallbackHandler.js'
import { execTransactionFromModuleMethod } from '../calldata/modules.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { createProxyWithNonceMethod } from '../calldata/proxyFactory.js'
import { approveHashMethod } from '../calldata/safe.js'
import { signMessageMethod } from '../calldata/signMessage.js'
import { migrateToL2Method } from '../calldata/singleton.js'
import { decodeCall } from '../decodeCall.js'
import type { Deployment } from '../deployments/deployment.js'
import {
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  singletons,
} from '../deployments/table.js'
import { encodeExecTransaction } from '../execTransaction.js'
import { type Call, encodeMultiSend } from '../multiSend.js'
import type { Finding } from '../risk/finding.js'
import { findRisks } from '../risk/findRisks.js'
import type { RiskFacts } from '../risk/riskFacts.js'
import type { SafeTransaction } from '../safeTransaction.js'
import type { SafeVersion } from '../safeVersion.js'
import type { Tense } from '../tell/telling.js'

export const safe = '0x1111111111111111111111111111111111111111'
export const otherSafe = '0x2222222222222222222222222222222222222222'
export const owner = '0x3333333333333333333333333333333333333333'
export const friend = '0x4444444444444444444444444444444444444444'
export const stranger = '0x5555555555555555555555555555555555555555'
export const token = '0x6666666666666666666666666666666666666666'
export const collection = '0x7777777777777777777777777777777777777777'
export const contract = '0x8888888888888888888888888888888888888888'
export const multiSend = pick(multiSends, 'MultiSend', '1.4.1')
export const callOnly = pick(multiSends, 'MultiSendCallOnly', '1.4.1')
export const newMultiSend = pick(multiSends, 'MultiSend', '1.5.0')
export const signMessageLibrary = pick(
  signMessageLibraries,
  'SignMessageLib',
  '1.4.1',
)
export const migration = pick(migrations, 'SafeMigration', '1.4.1')
export const toL2Migration = pick(migrations, 'SafeToL2Migration', '1.4.1')
export const factory = pick(proxyFactories, 'SafeProxyFactory', '1.4.1')
export const l2Singleton = pick(singletons, 'SafeL2', '1.4.1')

export const emptyCodeHash =
  '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

export const emptyTransaction = {
  to: friend,
  value: 0n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
} as const

export type Vector = {
  name: string
  call: Partial<Call>
  gas?: Partial<SafeTransaction>
  version?: SafeVersion
  facts?: Partial<RiskFacts>
  /** Severities with paths, of this rule only. */
  found: string[]
}

export function review({
  call,
  gas = {},
  version = '1.4.1',
  facts = {},
  tense,
}: Pick<Vector, 'call'> & {
  gas?: Vector['gas'] | undefined
  version?: SafeVersion | undefined
  facts?: Vector['facts'] | undefined
  tense?: Tense | undefined
}): Finding[] {
  const transaction = { ...emptyTransaction, nonce: 0n, ...call, ...gas }
  const tree = decodeCall(transaction, { safe })
  const domain = { chainId: 1, safe, version } as const
  return findRisks({
    domain,
    transaction,
    tree,
    ...(tense && { tense }),
    facts: {
      safe: {
        address: safe,
        version,
        chainId: 1,
        owners: [owner],
        threshold: 2,
      },
      codeHashes: publishedCode(),
      knownRecipients: [friend],
      balances: [
        { token: null, amount: 100n },
        { token, amount: 1000n },
      ],
      ...facts,
    },
  })
}

/** One signature is enough. */
export function oneOf(owners: Address[]): Partial<RiskFacts> {
  const chain = { address: safe, version: '1.4.1', chainId: 1 } as const
  return { safe: { ...chain, owners, threshold: 1 } }
}

export function twoOf(owners: Address[]): Partial<RiskFacts> {
  const chain = { address: safe, version: '1.4.1', chainId: 1 } as const
  return { safe: { ...chain, owners, threshold: 2 } }
}

export function publishedCode(): Record<Address, Hex> {
  const all = [...multiSends, ...signMessageLibraries, ...migrations]
  return Object.fromEntries(
    all.map(({ address, codeHash }) => [address, codeHash]),
  )
}

export function pick<deployment extends Deployment>(
  deployments: readonly deployment[],
  contractName: string,
  version: SafeVersion,
): deployment {
  const found = deployments.find(
    (one) => one.contract === contractName && one.version === version,
  )
  if (found === undefined) throw new Error(`no ${contractName} ${version}`)
  return found
}

export function send(to: Address, value: bigint): Call {
  return { to, value, data: '0x', operation: 0 }
}

export function callTo(to: Address, data: Hex): Call {
  return { to, value: 0n, data, operation: 0 }
}

export function transfer(to: Address, value: bigint): Call {
  return callTo(token, encodeMethod(erc20TransferMethod, { to, value }))
}

export function approve(value: bigint): Call {
  const spender = stranger
  return callTo(token, encodeMethod(erc20ApproveMethod, { spender, value }))
}

export function approveAll(approved: boolean): Call {
  const operator = stranger
  return callTo(
    collection,
    encodeMethod(setApprovalForAllMethod, { operator, approved }),
  )
}

export function daiPermit(allowed: boolean): Call {
  return callTo(
    token,
    encodeMethod(daiPermitMethod, {
      holder: safe,
      spender: stranger,
      nonce: 0n,
      expiry: 0n,
      allowed,
      v: 27n,
      r: `0x${'1'.repeat(64)}`,
      s: `0x${'2'.repeat(64)}`,
    }),
  )
}

/** `deposit(uint256)` */
export function depositOf(amount: bigint): Hex {
  return `0xb6b55f25${numberToHex(amount, { size: 32 }).slice(2)}`
}

export function addOwner(
  to: Address,
  threshold: bigint,
  newcomer: Address = stranger,
): Call {
  return callTo(
    to,
    encodeMethod(addOwnerWithThresholdMethod, { owner: newcomer, threshold }),
  )
}

export function removeOwner(threshold: bigint): Call {
  return callTo(
    safe,
    encodeMethod(removeOwnerMethod, { prevOwner: friend, owner, threshold }),
  )
}

export function swapOwner(to: Address): Call {
  return callTo(
    to,
    encodeMethod(swapOwnerMethod, {
      prevOwner: friend,
      oldOwner: owner,
      newOwner: stranger,
    }),
  )
}

export function changeThreshold(to: Address, threshold: bigint): Call {
  return callTo(to, encodeMethod(changeThresholdMethod, { threshold }))
}

export function signMessage(): Call {
  const data = encodeMethod(signMessageMethod, { data: '0x1234' })
  return { ...callTo(signMessageLibrary.address, data), operation: 1 }
}

export function setAllowance(delegate: Address, allowanceAmount: bigint): Call {
  const args = { delegate, token, allowanceAmount } as const
  const data = encodeMethod(setAllowanceMethod, {
    ...args,
    resetTimeMin: 0n,
    resetBaseMin: 0n,
  })
  return callTo(contract, data)
}

export function setVerifier(verifier: Address): Call {
  const domainSeparator = keccak256('0x12')
  const args = { domainSeparator, verifier }
  const data = encodeMethod(setDomainVerifierMethod, args)
  return { to: safe, value: 0n, data, operation: 0 }
}

export function setSafeMethod(handler: Address): Call {
  const handling = pad(handler)
  const args = { method: '0x1626ba7e', handling } as const
  const data = encodeMethod(setSafeMethodMethod, args)
  return { to: safe, value: 0n, data, operation: 0 }
}

export function handOver(selector: string, to: Address): Call {
  const data: Hex = `0x${selector}${to.slice(2).toLowerCase().padStart(64, '0')}`
  return { to: contract, value: 0n, data, operation: 0 }
}

export function approveHash(): Call {
  const hashToApprove = keccak256('0x12')
  return callTo(otherSafe, encodeMethod(approveHashMethod, { hashToApprove }))
}

export function createProxy(singleton: Address, initializer: Hex): Call {
  const args = { singleton, initializer, saltNonce: 0n }
  return callTo(factory.address, encodeMethod(createProxyWithNonceMethod, args))
}

export function migrateToL2(l2: Address): Call {
  const data = encodeMethod(migrateToL2Method, { l2Singleton: l2 })
  return { ...callTo(toL2Migration.address, data), operation: 1 }
}

export function batch(
  calls: readonly Call[],
  { address }: Deployment = multiSend,
): Call {
  return { ...callTo(address, encodeMultiSend(calls)), operation: 1 }
}

export function nested(call: Call): Call {
  const data = encodeExecTransaction({ ...emptyTransaction, ...call }, '0x')
  return callTo(otherSafe, data)
}

/** As a module that is switched on may do, of whichever safe. */
export function throughModule(call: Call): Call {
  const operation = BigInt(call.operation)
  return callTo(
    safe,
    encodeMethod(execTransactionFromModuleMethod, { ...call, operation }),
  )
}

export function withData(call: Call, change: (data: string) => string): Call {
  return { ...call, data: change(call.data) as Hex }
}

/** The only entry claims many more bytes than there are. */
export function breakOff(call: Call): Call {
  const lengthAt = 2 + (4 + 64 + 83) * 2
  return withData(
    call,
    (data) => `${data.slice(0, lengthAt)}ff${data.slice(lengthAt + 2)}`,
  )
}
