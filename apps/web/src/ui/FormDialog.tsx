import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogActions } from './Dialog.js'
import { Form } from './Form.js'
import { Remark } from './Remark.js'

/** Asks for a few things at once, to be sent or given up. */
export function FormDialog({
  title,
  words,
  isReady = true,
  isWorking = false,
  error,
  className,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** Of the button. */
  words: string
  isReady?: boolean
  isWorking?: boolean
  error?: string | undefined
  className?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} size="form" onClose={onClose}>
      <Form className={className} onSubmit={onSubmit}>
        {children}
        {error && (
          <Remark kind="danger" role="alert">
            {error}
          </Remark>
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={isWorking} disabled={!isReady}>
            {words}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
