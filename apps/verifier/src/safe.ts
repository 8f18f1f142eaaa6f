import {
  addressWord,
  concat,
  fromText,
  InputError,
  toBytes,
  toHex,
  toWord,
} from './bytes.js'
import { keccak256 } from './keccak.js'

/** The ten fields that owners sign. */
export type SafeTransaction = {
  to: string
  value: bigint
  data: string
  operation: number
  safeTxGas: bigint
  baseGas: bigint
  gasPrice: bigint
  gasToken: string
  refundReceiver: string
  nonce: bigint
}

/** The safe that is asked: what its signatures are bound to. */
export type Domain = { chainId: bigint; safe: string; version: string }

export type Hashes = { domain: string; message: string; signed: string }

const hashText = (text: string) => keccak256(fromText(text))

const domainType = hashText(
  'EIP712Domain(uint256 chainId,address verifyingContract)',
)
/** Safes before 1.3.0 sign without the network. */
const oldDomainType = hashText('EIP712Domain(address verifyingContract)')

const fields = (gas: string) =>
  `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gas},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)`
const transactionType = hashText(fields('baseGas'))
/** Before 1.0.0 the second gas field had another name. */
const oldTransactionType = hashText(fields('dataGas'))

const messageType = hashText('SafeMessage(bytes message)')

export function hashTransaction(
  domain: Domain,
  transaction: SafeTransaction,
): Hashes {
  const type = isBefore(domain.version, [1, 0, 0])
    ? oldTransactionType
    : transactionType
  return hashStruct(
    domain,
    concat(
      type,
      addressWord(transaction.to),
      toWord(transaction.value),
      keccak256(toBytes(transaction.data)),
      toWord(BigInt(transaction.operation)),
      toWord(transaction.safeTxGas),
      toWord(transaction.baseGas),
      toWord(transaction.gasPrice),
      addressWord(transaction.gasToken),
      addressWord(transaction.refundReceiver),
      toWord(transaction.nonce),
    ),
  )
}

/** `content` is the hash of the text or of the typed data (EIP-191, EIP-712). */
export function hashMessage(domain: Domain, content: Uint8Array): Hashes {
  return hashStruct(domain, concat(messageType, keccak256(content)))
}

export function hashDomain({ chainId, safe, version }: Domain): Uint8Array {
  return isBefore(version, [1, 3, 0])
    ? keccak256(concat(oldDomainType, addressWord(safe)))
    : keccak256(concat(domainType, toWord(chainId), addressWord(safe)))
}

function hashStruct(domain: Domain, encoded: Uint8Array): Hashes {
  const domainHash = hashDomain(domain)
  const message = keccak256(encoded)
  const signed = keccak256(
    concat(new Uint8Array([0x19, 0x01]), domainHash, message),
  )
  return {
    domain: toHex(domainHash),
    message: toHex(message),
    signed: toHex(signed),
  }
}

export function isBefore(
  version: string,
  [major, minor, patch]: readonly [number, number, number],
): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)(\+.*)?$/.exec(version)
  if (!parts)
    throw new InputError(
      `The version of the safe is missing or unknown: ${version}. Enter it, for example 1.4.1.`,
    )
  const order =
    Number(parts[1]) - major ||
    Number(parts[2]) - minor ||
    Number(parts[3]) - patch
  return order < 0
}

/** Those whose way of signing this program was compared with. */
export function isKnownVersion(version: string): boolean {
  return /^(0\.1\.0|1\.0\.0|1\.1\.1|1\.2\.0|1\.3\.0|1\.4\.1|1\.5\.0)(\+L2)?$/.test(
    version,
  )
}

/** ERC-8213: `keccak256(uint256(length) ‖ calldata)`. */
export function digestCalldata(data: string): string {
  const bytes = toBytes(data)
  return toHex(keccak256(concat(toWord(BigInt(bytes.length)), bytes)))
}
