import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Form } from './Form.js'

function open() {
  const onSubmit = vi.fn()
  render(
    <Form onSubmit={onSubmit}>
      <p>What came to light</p>
      <button type="submit">Review</button>
    </Form>,
  )
  const button = screen.getByRole('button')
  const lift = (target: Element, clientY: number) =>
    fireEvent(
      target,
      new MouseEvent('pointerup', { bubbles: true, clientX: 10, clientY }),
    )
  const press = () =>
    fireEvent(
      button,
      new MouseEvent('pointerdown', {
        bubbles: true,
        clientX: 10,
        clientY: 10,
      }),
    )
  return { onSubmit, button, press, lift, other: screen.getByText(/^What/) }
}

test('keeps a click on a button that the page moved away meanwhile', () => {
  const { onSubmit, press, lift, other } = open()
  press()
  lift(other, 10)
  expect(onSubmit).toHaveBeenCalledTimes(1)
  lift(other, 10)
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('leaves it where the pointer was drawn away, or the click comes anyway', () => {
  const { onSubmit, button, press, lift, other } = open()
  press()
  lift(other, 60)
  expect(onSubmit).not.toHaveBeenCalled()
  press()
  lift(button, 10)
  fireEvent.click(button)
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
