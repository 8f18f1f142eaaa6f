import type { Address } from 'viem'
import {
  addressBook,
  type Contact,
  mergeContacts,
} from '../../preferences/addressBook.js'
import { demoAccounts } from './demoAccounts.js'
import { demoChainIds } from './localChain.js'

/** Those whom the demo's safes pay, and who pay them. */
const payees: readonly { name: string; address: Address }[] = [
  {
    name: 'Harbor Grants',
    address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  },
  {
    name: 'Northwind Studio',
    address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  },
  {
    name: 'Marta Oduya',
    address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  },
]

/**
 * The demo's address book. It is part of the app and holds on local chains
 * alone, so that no gateway can name an address of a real network.
 */
export const demoContacts: readonly Contact[] = demoChainIds.flatMap(
  (chainId) =>
    [...demoAccounts, ...payees].map((person) => ({ chainId, ...person })),
)

/** The reader's own names stay. */
export function addDemoContacts(): void {
  addressBook.write(mergeContacts(demoContacts, addressBook.read()))
}
