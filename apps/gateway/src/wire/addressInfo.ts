import type { AddressInfo } from '@covault/api'
import { publishedContracts } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import type { ChainBook } from './chainBook.js'

/** Without a name: of owners and safes nobody but their owners keeps names. */
export function toPlainInfo(value: Address): AddressInfo {
  return { value, name: null, logoUri: null }
}

/** With the name of the contract, where it is a published one. */
export function toContractInfo(value: Address): AddressInfo {
  return { value, name: findContractName(value) ?? null, logoUri: null }
}

export function toContractInfoOrNull(
  value: Address | null,
): AddressInfo | null {
  return value === null || value === zeroAddress ? null : toContractInfo(value)
}

/** With the name of the token, else of the contract. */
export function toNamedInfo(book: ChainBook, value: Address): AddressInfo {
  const token = book.findToken(value)
  const verified = book.findVerified(value)
  if (!token?.name && verified?.name)
    return { value, name: verified.name, logoUri: null }
  if (!token?.name) return toContractInfo(value)
  return { value, name: token.name, logoUri: token.logoUri }
}

export function findContractName(address: Address): string | undefined {
  return contractNames.get(address)
}

const contractNames = new Map<Address, string>(
  publishedContracts.map(({ address, contract, version }) => [
    address,
    `${contract} ${version}`,
  ]),
)
