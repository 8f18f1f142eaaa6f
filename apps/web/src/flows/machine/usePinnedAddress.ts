import { useAddressText } from '../../hooks/useAddressTexts.js'
import { addressBook } from '../../preferences/addressBook.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import type { PinnedAddress } from './pinnedAddress.js'

/** What the text stands for now, and how to keep that for the review. */
export function usePinnedAddress(
  chain: ChainConfig,
  { text }: PinnedAddress,
): AddressReading & { pinned: PinnedAddress } {
  const contacts = usePreference(addressBook)
  const reading = useAddressText(chain, text)
  const { address = null, text: read } = reading
  // A contact is a name of this browser; the chain knows nothing of it.
  const isContact = contacts.some(
    (contact) =>
      contact.address === address &&
      contact.name.toLowerCase() === text.trim().toLowerCase(),
  )
  const resolvedName = read.status === 'name' && !isContact ? read.name : null
  return { ...reading, pinned: { text, address, resolvedName } }
}
