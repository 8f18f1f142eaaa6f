import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { createInput } from './input.js'
import { MessageForm } from './MessageForm.js'

const onDone = vi.fn()
const review = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => onDone.mockReset())

test('hands over the text exactly as it was typed', () => {
  open()
  write('Message', ' a\n b ')
  review()
  expect(onDone).toHaveBeenCalledExactlyOnceWith(' a\n b ')
})

test('says beside the field what is missing, only when asked to go on', () => {
  open()
  expect(screen.queryByRole('alert')).toBeNull()
  review()
  expect(screen.getByRole('alert')).toHaveTextContent('Enter the message')
  expect(screen.getByLabelText('Message')).toHaveFocus()
  expect(screen.getByLabelText('Message')).toBeInvalid()
  write('Message', 'x')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

test('judges typed data when its field was left', () => {
  open()
  fireEvent.click(screen.getByLabelText('Typed data'))
  write('Typed data as JSON', '{"types":{}}')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(screen.getByLabelText('Typed data as JSON'))
  expect(screen.getByRole('alert')).toHaveTextContent('primaryType is missing')
  review()
  expect(onDone).not.toHaveBeenCalled()
})

test('keeps both texts when one changes one’s mind', () => {
  open()
  write('Message', 'words')
  fireEvent.click(screen.getByLabelText('Typed data'))
  write('Typed data as JSON', '{}')
  fireEvent.click(screen.getByLabelText('Text'))
  expect(screen.getByLabelText('Message')).toHaveValue('words')
  fireEvent.click(screen.getByLabelText('Typed data'))
  expect(screen.getByLabelText('Typed data as JSON')).toHaveValue('{}')
})

test('typed data in the field for text is taken over on request', () => {
  open()
  const json = JSON.stringify({
    types: { Vote: [{ name: 'yes', type: 'bool' }] },
    primaryType: 'Vote',
    domain: {},
    message: { yes: true },
  })
  write('Message', 'words')
  expect(screen.queryByText('Switch to typed data')).toBeNull()
  write('Message', json)
  fireEvent.click(screen.getByText('Switch to typed data'))
  expect(screen.getByLabelText('Typed data as JSON')).toHaveValue(json)
  expect(screen.getByLabelText('Typed data as JSON')).toHaveFocus()
  review()
  expect(onDone).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ primaryType: 'Vote' }),
  )
})

test('a network without messages off chain offers the other way', () => {
  open({ chainId: 424242, name: 'Chain 424242', features: [] })
  expect(screen.getByRole('radio', { name: /^Off chain/ })).toBeDisabled()
  expect(screen.getByRole('radio', { name: /^On chain/ })).toBeChecked()
  expect(screen.getByText(/Chain 424242 doesn’t support/)).toBeVisible()
})

function open(
  chain: Pick<ChainConfig, 'chainId' | 'name' | 'features'> = {
    chainId: 31337,
    name: 'Local 1',
  },
) {
  const place = { chain, safe: { threshold: 2 } } as SafePlace
  render(
    <MantineProvider>
      <Form place={place} />
    </MantineProvider>,
  )
}

function Form({ place }: { place: SafePlace }) {
  const [input, setInput] = useState(createInput(place))
  return (
    <MessageForm
      place={place}
      input={input}
      onInput={setInput}
      onDone={onDone}
    />
  )
}
