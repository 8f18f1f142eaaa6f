import { zeroAddress } from 'viem'
import { BaseError } from '../../errors.js'
import { getSafeTransactionTypedData } from '../../safeTransaction.js'
import {
  isReplayable,
  isVersionAtLeast,
  type SafeVersion,
  safeVersions,
} from '../../safeVersion.js'
import {
  assertNoOther,
  type Fields,
  getField,
  hasField,
  nameField,
  readField,
  readFields,
  readOptionalField,
} from '../fields.js'
import { readTransactionFields } from '../transactionData.js'
import { parseAddress, parseChainId } from '../values.js'
import { type Form, noWords } from './form.js'

/** What `eth_signTypedData_v4` is asked for, kept in a file. */
export const typedData: Form = {
  recognises: (fields) =>
    hasField(fields, 'primaryType') && hasField(fields, 'types'),
  read: (fields) => {
    assertSafeTransaction(fields)
    const domain = readFields(getField(fields, 'domain'), 'domain')
    // A further field would be hashed, and the safe does not have it.
    assertNoOther(domain, ['chainId', 'verifyingContract'])
    const message = readFields(getField(fields, 'message'), 'message')
    const chainId = readOptionalField(domain, 'chainId', parseChainId)
    const gasField = hasField(message, 'dataGas') ? 'dataGas' : 'baseGas'
    const versions = safeVersions.filter(
      (version) =>
        isReplayable(version) === (chainId === undefined) &&
        isVersionAtLeast(version, '1.0.0') === (gasField === 'baseGas'),
    )
    assertTypes(fields, versions.at(-1))
    return [
      {
        kind: 'transaction',
        form: 'typedData',
        stated: {
          chainId,
          safe: readField(domain, 'verifyingContract', parseAddress),
          versions,
        },
        hash: undefined,
        signatures: [],
        transaction: readTransactionFields(withBaseGas(message, gasField)),
        ...noWords,
      },
    ]
  },
}

function assertSafeTransaction(fields: Fields): void {
  const primaryType = getField(fields, 'primaryType')
  if (primaryType === 'SafeMessage') throw new HashOnlyMessageError()
  if (primaryType !== 'SafeTx') throw new NotSafeTypedDataError()
}

function withBaseGas(message: Fields, gasField: string): Fields {
  const { [gasField]: baseGas, ...others } = message.values
  return { ...message, values: { ...others, baseGas } }
}

/** Names, types and their order are hashed, so they are exactly the safe's. */
function assertTypes(fields: Fields, version: SafeVersion | undefined): void {
  const types = readFields(getField(fields, 'types'), 'types')
  assertNoOther(types, ['EIP712Domain', 'SafeTx'])
  if (version === undefined) throw new ForeignTypesError({ at: 'domain' })
  const expected = describeTypes(version)
  for (const name of Object.keys(expected)) {
    const isOptional = name === 'EIP712Domain' && !hasField(types, name)
    const isSame = spell(types.values[name]) === spell(expected[name])
    if (!isOptional && !isSame)
      throw new ForeignTypesError({ at: nameField(types, name) })
  }
}

export function describeTypes(version: SafeVersion): Record<string, unknown> {
  const any = {
    to: zeroAddress,
    value: 0n,
    data: '0x',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 0n,
  } as const
  const domain = { chainId: 1, safe: zeroAddress, version } as const
  return {
    EIP712Domain: getDomainTypes(version),
    ...getSafeTransactionTypedData(domain, any).types,
  }
}

export function getDomainTypes(
  version: SafeVersion,
): { name: string; type: string }[] {
  const verifyingContract = { name: 'verifyingContract', type: 'address' }
  if (isReplayable(version)) return [verifyingContract]
  return [{ name: 'chainId', type: 'uint256' }, verifyingContract]
}

/** Name and type of each entry, in order. */
function spell(value: unknown): string {
  if (!Array.isArray(value)) return 'not a list'
  return JSON.stringify(
    value.map((entry) => [entry?.name ?? null, entry?.type ?? null]),
  )
}

export class HashOnlyMessageError extends BaseError {
  override name = 'HashOnlyMessageError'

  constructor() {
    super(
      'This typed data has only the hash of a message, so its content is unknown. Ask for the message itself.',
    )
  }
}

export class NotSafeTypedDataError extends BaseError {
  override name = 'NotSafeTypedDataError'

  constructor() {
    super(
      'This typed data is not a transaction of a safe: its primary type is not SafeTx.',
    )
  }
}

export class ForeignTypesError extends BaseError {
  override name = 'ForeignTypesError'

  constructor({ at }: { at: string }) {
    super(
      `The field "${at}" does not match what safes use for the hash, so no safe would accept these signatures.`,
    )
  }
}
