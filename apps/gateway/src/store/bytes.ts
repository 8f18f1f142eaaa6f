import { type Address, checksumAddress, type Hex } from 'viem'

/** bytea <-> hex, the only two forms bytes have in this house. */
export function toBytes(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}

export function toBytesOrNull(hex: Hex | null | undefined): Buffer | null {
  return hex ? toBytes(hex) : null
}

export function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`
}

export function toAddress(bytes: Buffer): Address {
  return checksumAddress(`0x${bytes.toString('hex')}`)
}

export function toAddressOrNull(bytes: Buffer | null): Address | null {
  return bytes && toAddress(bytes)
}
