import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

/** A button that asks for a file; the browser's own field stays hidden. */
export function FileButton({
  accept,
  onFile,
  icon,
  children,
}: {
  accept: string
  onFile: (file: File) => void
  icon?: ReactNode
  children: ReactNode
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={icon}
        onClick={() => field.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again after it was corrected.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
