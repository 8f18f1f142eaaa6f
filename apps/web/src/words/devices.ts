/** What the screen of a hardware wallet shows, and what not. */
export type DeviceScreen = {
  name: string
  shows: string
  hides: string
  compare: string
}

/*
 * Sources, read in November 2026: the Safe descriptors of the ERC-7730 registry
 * (nonce and safeTxGas are never visible, and messages have no descriptor) and
 * its issue 2873 (batches are not unpacked); app-ethereum#976 for the hashes of a
 * Ledger; safe-wallet-monorepo#5900 and #4687 for what a Ledger shows of a
 * message; the documentation of Trezor Connect and trezor-suite#23080;
 * keystone3-firmware#1649. No device gets a message itself: a safe signs
 * SafeMessage, whose only field is the hash of the content.
 */
const ofTransactions: readonly DeviceScreen[] = [
  {
    name: 'Ledger, clear signing',
    shows:
      'The fields “To”, “Value” and “Operation”, the call (if Ledger knows the contract) and the refund.',
    hides: 'Nonce, safeTxGas and the calls inside a batch.',
    compare:
      'The fields. Turn on hashes in the settings of the Ethereum app, then compare both hashes too.',
  },
  {
    name: 'Ledger, blind signing',
    shows: 'Domain hash and message hash, in capitals.',
    hides: 'Every field.',
    compare: 'Every digit of both hashes.',
  },
  {
    name: 'Trezor Safe and Model T',
    shows:
      'Every field in full, if you open it. The message hash at the end, if the wallet app asks for it, as Trezor Suite does.',
    hides: 'The meaning of the data, which is shown as bytes.',
    compare:
      'The fields “To”, “Value”, “Operation” and “Nonce”, and the message hash.',
  },
  {
    name: 'Trezor Model One',
    shows: 'Domain hash and message hash. The device receives nothing else.',
    hides: 'Every field.',
    compare: 'Every digit of both hashes.',
  },
  {
    name: 'Keystone',
    shows: 'The decoded transaction.',
    hides: 'Some parameters, such as the contract of a token it does not know.',
    compare: 'The fields, then the six words on another device.',
  },
  {
    name: 'Other devices',
    shows: 'Either the fields or both hashes.',
    hides: 'Often the meaning of the data.',
    compare:
      'Everything the device shows, then the six words on another device.',
  },
]

const hiddenMessage = 'The text or the typed data of the message.'

const ofMessages: readonly DeviceScreen[] = [
  {
    name: 'Ledger',
    shows:
      'Either “SafeMessage” with the hash of the content, or domain hash and message hash.',
    hides: hiddenMessage,
    compare:
      'Every digit of the hash shown (EIP-191 or EIP-712), or of both hashes.',
  },
  {
    name: 'Trezor Safe and Model T',
    shows:
      'The address of the safe and the hash of the content, if you open the fields. The message hash at the end, if the wallet app asks for it, as Trezor Suite does.',
    hides: hiddenMessage,
    compare: 'The address of the safe, and the EIP-191 or EIP-712 hash.',
  },
  {
    name: 'Trezor Model One',
    shows: 'Domain hash and message hash. The device receives nothing else.',
    hides: hiddenMessage,
    compare: 'Every digit of both hashes.',
  },
  {
    name: 'Other devices',
    shows: 'Either the hash of the content or both hashes.',
    hides: hiddenMessage,
    compare:
      'Everything the device shows, then the six words on another device.',
  },
]

/** By kind of what is signed. */
export const deviceScreens = {
  transaction: ofTransactions,
  message: ofMessages,
} as const
