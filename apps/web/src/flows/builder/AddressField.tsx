import { useEffect, useState } from 'react'
import { AddressInput } from '../../components/AddressInput.js'
import { useAddressText } from '../../hooks/useAddressTexts.js'
import type { ChainConfig } from '../../trust/chainClient.js'

/**
 * An address as an argument. A name that resolves to one gives way to it as
 * soon as the field is left: what is encoded is what is written there.
 */
export function AddressField({
  label,
  chain,
  text,
  error,
  onText,
  onLeave,
}: {
  label: string
  chain: ChainConfig
  text: string
  error: string | undefined
  onText: (text: string) => void
  onLeave: () => void
}) {
  const reading = useAddressText(chain, text)
  const [isInside, setInside] = useState(false)
  const { address } = reading
  // The name is looked up outside, and may come back after somebody left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer or a departure counts.
  useEffect(() => {
    if (!isInside && address && text !== address) onText(address)
  }, [isInside, address])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens.
    <div
      onFocus={() => setInside(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        setInside(false)
        onLeave()
      }}
    >
      <AddressInput
        label={label}
        chain={chain}
        text={text}
        onText={onText}
        address={reading}
        error={address ? undefined : error}
      />
    </div>
  )
}
