import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { openFlow } from '../../lib/flowSearch.js'

/** The remedy: whatever was signed at this nonce becomes worthless. */
export function WrongSignatureAlarm({ nonce }: { nonce: bigint }) {
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link
          {...props}
          to="."
          search={openFlow('reject', { nonce: String(nonce) })}
        />
      )}
    >
      Burn nonce {String(nonce)}
    </Button>
  )
}
