import { buildRejection } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { readNonceText } from '../../../understand/safe/nonce.js'
import { NonceField } from './NonceField.js'

const safe = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const recommended = { nonce: 7n, isQueueKnown: true, queued: [] }
const read = (text: string) => readNonceText(text, { current: 7n, recommended })

/** Like the review, which is built anew for every nonce. */
function Reviewed({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState('7')
  const nonce = read(text).nonce ?? 7n
  return (
    <MantineProvider>
      <NonceField
        key={String(nonce)}
        transaction={buildRejection({ safe, nonce })}
        isSigned={false}
        choice={{
          text,
          reading: read(text),
          read,
          recommended,
          isFixed: false,
          onText: (next) => {
            onText(next)
            setText(next)
          },
        }}
      />
    </MantineProvider>
  )
}

async function open() {
  const taken: string[] = []
  render(<Reviewed onText={(text) => taken.push(text)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Change nonce' }))
  return { taken, field: await screen.findByLabelText('Nonce') }
}

test('the field has the focus, and takes a number when it is whole', async () => {
  const { taken, field } = await open()
  expect(field).toHaveFocus()
  fireEvent.change(field, { target: { value: '1' } })
  expect(field).toBeInTheDocument()
  expect(screen.getByText(/^Nonce 1 is already used/)).toBeVisible()
  fireEvent.change(field, { target: { value: '12' } })
  expect(taken).toEqual([])
  expect(screen.getByText(/^Nonce 12 leaves a gap/)).toBeVisible()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(taken).toEqual(['12'])
  expect(screen.queryByLabelText('Nonce')).not.toBeInTheDocument()
  expect(screen.getByText('12')).toBeVisible()
})

test.each([
  [true, '7, can’t be changed: an owner has already signed'],
  [false, '7, as proposed'],
])(
  'a nonce that stands says that an owner signed only if so',
  (isSigned, words) => {
    render(
      <MantineProvider>
        <NonceField
          transaction={buildRejection({ safe, nonce: 7n })}
          choice={undefined}
          isSigned={isSigned}
        />
      </MantineProvider>,
    )
    expect(screen.getByText(words)).toBeVisible()
  },
)

test('leaving the field takes what stands there, also a mistake', async () => {
  const { taken, field } = await open()
  fireEvent.change(field, { target: { value: '3' } })
  fireEvent.blur(field)
  expect(taken).toEqual(['3'])
  expect(field).toBeInTheDocument()
  expect(screen.getByText(/^Nonce 3 is already used/)).toBeVisible()
})
