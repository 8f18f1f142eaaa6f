import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { copyConfirmation } from '../lib/timing.js'

/** Copies a text and says so for a moment. */
export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string
  label: string
  onCopied?: () => void
}) {
  const { copy, copied, error } = useClipboard({ timeout: copyConfirmation })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} stroke={1.75} aria-hidden="true" />}
      onClick={() => {
        copy(text)
        onCopied?.()
      }}
    >
      {error ? 'Can’t copy' : copied ? 'Copied' : label}
    </Button>
  )
}
