import { type DeployedSafe, demoAccounts } from '@covault/devnet'
import {
  encodeMultiSend,
  findDeployment,
  hashSafeTransaction,
  multiSends,
  type SafeTransaction,
} from '@covault/protocol'
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  padHex,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
} from 'viem'

const { alice } = demoAccounts
export const forger = '0x00000000000000000000000000000000DeaDBeef'
/** A module that the forged-upon safe really has. */
export const enabledModule: Address = demoAccounts.bob.address
const someHash = keccak256('0x1234')

export type ForgedLog = { topics: Hex[]; data?: Hex }

export const word = (value: Hex | bigint) =>
  padHex(typeof value === 'bigint' ? `0x${value.toString(16)}` : value, {
    size: 32,
  })

export const topic = (signature: string) => keccak256(stringToHex(signature))

/** Makes a safe say these things, all in one transaction. */
export function toForgery(
  safe: Pick<DeployedSafe, 'version' | 'chainId'>,
  {
    emitters,
    logs,
  }: { emitters: readonly Address[]; logs: readonly ForgedLog[] },
): { to: Address; operation: 1; data: Hex } {
  const multiSend = findDeployment(
    multiSends.filter(({ callOnly }) => !callOnly),
    safe,
  )
  return {
    to: multiSend?.address ?? zeroAddress,
    operation: 1,
    data: encodeMultiSend(
      logs.map(({ topics, data = '0x' }) => ({
        to: emitters[topics.length] ?? zeroAddress,
        operation: 1,
        value: 0n,
        data: concat([...topics, data]),
      })),
    ),
  }
}

export const forgedTransaction: SafeTransaction = {
  to: forger,
  value: 77n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  nonce: 0n,
}

export function announce(transaction: SafeTransaction): ForgedLog {
  const additional = encodeAbiParameters(
    parseAbiParameters('uint256, address, uint256'),
    [transaction.nonce, alice.address, 1n],
  )
  return {
    topics: [
      topic(
        'SafeMultiSigTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes,bytes)',
      ),
    ],
    data: encodeAbiParameters(
      parseAbiParameters(
        'address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes, bytes',
      ),
      [
        transaction.to,
        transaction.value,
        transaction.data,
        transaction.operation,
        0n,
        0n,
        0n,
        zeroAddress,
        zeroAddress,
        padHex('0x1b', { size: 65 }),
        additional,
      ],
    ),
  }
}

export function succeed(hash: Hex): ForgedLog {
  return {
    topics: [topic('ExecutionSuccess(bytes32,uint256)'), hash],
    data: word(0n),
  }
}

function hashOf(victim: DeployedSafe, transaction: SafeTransaction): Hex {
  const { chainId, address, version } = victim
  return hashSafeTransaction({ chainId, safe: address, version }, transaction)
}

/** What a safe may be made to say, one for each event that is applied. */
export const forgeries: Record<string, (victim: DeployedSafe) => ForgedLog[]> =
  {
    AddedOwner: () => [
      { topics: [topic('AddedOwner(address)'), word(forger)] },
    ],
    RemovedOwner: () => [
      { topics: [topic('RemovedOwner(address)'), word(alice.address)] },
    ],
    ChangedThreshold: () => [
      { topics: [topic('ChangedThreshold(uint256)')], data: word(9n) },
    ],
    EnabledModule: () => [
      { topics: [topic('EnabledModule(address)'), word(forger)] },
    ],
    DisabledModule: () => [
      { topics: [topic('DisabledModule(address)'), word(forger)] },
    ],
    ChangedGuard: () => [
      { topics: [topic('ChangedGuard(address)'), word(forger)] },
    ],
    ChangedModuleGuard: () => [
      { topics: [topic('ChangedModuleGuard(address)'), word(forger)] },
    ],
    ChangedFallbackHandler: () => [
      { topics: [topic('ChangedFallbackHandler(address)'), word(forger)] },
    ],
    ChangedMasterCopy: () => [
      { topics: [topic('ChangedMasterCopy(address)')], data: word(forger) },
    ],
    SafeSetup: () => [
      {
        topics: [
          topic('SafeSetup(address,address[],uint256,address,address)'),
          word(forger),
        ],
        data: encodeAbiParameters(
          parseAbiParameters('address[], uint256, address, address'),
          [[forger], 1n, forger, forger],
        ),
      },
    ],
    ExecutionSuccess: () => [succeed(someHash)],
    'ExecutionSuccess of an announced rival': (victim) => [
      announce(forgedTransaction),
      succeed(hashOf(victim, forgedTransaction)),
    ],
    'ExecutionSuccess of a transaction to come': (victim) => {
      const transaction = { ...forgedTransaction, nonce: 500n }
      return [announce(transaction), succeed(hashOf(victim, transaction))]
    },
    ExecutionFailure: () => [
      {
        topics: [topic('ExecutionFailure(bytes32,uint256)'), someHash],
        data: word(0n),
      },
    ],
    ExecutionFailed: () => [
      { topics: [topic('ExecutionFailed(bytes32)')], data: someHash },
    ],
    ExecutionFromModuleSuccess: () => [
      { topics: [topic('ExecutionFromModuleSuccess(address)'), word(forger)] },
    ],
    ExecutionFromModuleFailure: () => [
      { topics: [topic('ExecutionFromModuleFailure(address)'), word(forger)] },
    ],
    SafeModuleTransaction: () => [
      {
        topics: [
          topic('SafeModuleTransaction(address,address,uint256,bytes,uint8)'),
        ],
        data: encodeAbiParameters(
          parseAbiParameters('address, address, uint256, bytes, uint8'),
          [forger, forger, 5n, '0x', 0],
        ),
      },
      { topics: [topic('ExecutionFromModuleSuccess(address)'), word(forger)] },
    ],
    'ExecutionFromModuleSuccess of an enabled module': () => [
      {
        topics: [
          topic('ExecutionFromModuleSuccess(address)'),
          word(enabledModule),
        ],
      },
    ],
    'SafeModuleTransaction of an enabled module': () => [
      {
        topics: [
          topic('SafeModuleTransaction(address,address,uint256,bytes,uint8)'),
        ],
        data: encodeAbiParameters(
          parseAbiParameters('address, address, uint256, bytes, uint8'),
          [enabledModule, forger, 5n, '0x', 0],
        ),
      },
      {
        topics: [
          topic('ExecutionFromModuleSuccess(address)'),
          word(enabledModule),
        ],
      },
    ],
    ApproveHash: () => [
      {
        topics: [
          topic('ApproveHash(bytes32,address)'),
          someHash,
          word(alice.address),
        ],
      },
    ],
    SignMsg: () => [{ topics: [topic('SignMsg(bytes32)'), someHash] }],
    SafeReceived: () => [
      {
        topics: [topic('SafeReceived(address,uint256)'), word(forger)],
        data: word(10n ** 20n),
      },
    ],
    'Transfer of a token that the safe is not': (victim) => [
      {
        topics: [
          topic('Transfer(address,address,uint256)'),
          word(forger),
          word(victim.address),
        ],
        data: word(10n ** 20n),
      },
    ],
  }
