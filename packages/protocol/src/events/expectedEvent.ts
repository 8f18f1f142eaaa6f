import {
  type AbiEvent,
  type Address,
  checksumAddress,
  decodeAbiParameters,
  decodeEventLog,
  type Hex,
} from 'viem'

/*
 * For tests: what viem makes of a log, under the names and in the shape that
 * `decodeLog` gives it.
 */

type Log = { address: Address; topics: readonly Hex[]; data: Hex }

const renamedFields: Record<string, string> = {
  txHash: 'safeTxHash',
  msgHash: 'messageHash',
  masterCopy: 'singleton',
}

const renamedTypes: Record<string, string> = {
  SignMsg: 'signMessage',
  UserOperationEvent: 'userOperation',
  TransferSingle: 'erc1155Transfer',
  TransferBatch: 'erc1155Transfer',
}

export function getExpectedEvent(item: AbiEvent, log: Log) {
  const [topic0 = '0x', ...indexed] = log.topics
  const { args = {} } = decodeEventLog({
    abi: [item],
    topics: [topic0, ...indexed],
    data: log.data,
  })
  return {
    type: getType(item),
    address: checksumAddress(log.address),
    ...shapeFields(item, args as unknown as Record<string, unknown>),
  }
}

function getType({ name, inputs }: AbiEvent): string {
  if (name === 'Transfer')
    return inputs[2]?.indexed ? 'erc721Transfer' : 'erc20Transfer'
  return renamedTypes[name] ?? `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

function shapeFields(
  { name, inputs }: AbiEvent,
  args: Record<string, unknown>,
): Record<string, unknown> {
  if (name === 'SafeMultiSigTransaction') return shapeMultiSig(args)
  if (name === 'TransferSingle' || name === 'TransferBatch')
    return shapeErc1155(args)
  if (name === 'ProxyCreation' && inputs.length === 1)
    return { ...args, singleton: undefined }
  return Object.fromEntries(
    Object.entries(args).map(([field, value]) => [
      renamedFields[field] ?? field,
      value,
    ]),
  )
}

function shapeMultiSig({
  signatures,
  additionalInfo,
  ...fields
}: Record<string, unknown>) {
  const [nonce, sender, threshold] = decodeAbiParameters(
    [{ type: 'uint256' }, { type: 'address' }, { type: 'uint256' }],
    additionalInfo as Hex,
  )
  return { transaction: { ...fields, nonce }, signatures, sender, threshold }
}

function shapeErc1155({
  id,
  value,
  ids = [id],
  values = [value],
  ...parties
}: Record<string, unknown>) {
  const amounts = values as bigint[]
  const items = (ids as bigint[]).map((item, index) => ({
    id: item,
    value: amounts[index],
  }))
  return { ...parties, items }
}
