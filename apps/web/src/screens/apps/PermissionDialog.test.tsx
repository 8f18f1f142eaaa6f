import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type PermissionAnswer, PermissionDialog } from './PermissionDialog.js'

// jsdom has the element without its methods.
const dialog = window.HTMLDialogElement.prototype
dialog.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
dialog.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

test('only a press on its button refuses; closing decides nothing', () => {
  const answers: PermissionAnswer[] = []
  render(
    <MantineProvider>
      <PermissionDialog
        name="App"
        origin="https://app.example"
        asked={{ onAnswer: (answer) => answers.push(answer) }}
      />
    </MantineProvider>,
  )
  fireEvent(
    screen.getByRole('dialog'),
    new Event('cancel', { cancelable: true }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'Don’t allow' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show address book' }))
  expect(answers).toEqual(['closed', 'closed', 'refused', 'granted'])
})
