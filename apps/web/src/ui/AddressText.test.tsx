import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AddressText } from './AddressText.js'

const address = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

test('lets an address break in its middle, and leaves all text as it is', () => {
  const text = `Pays ${address}. Compare it.`
  const { container } = render(<AddressText text={text} />)
  expect(container).toHaveTextContent(text)
  expect(container.querySelectorAll('wbr')).toHaveLength(1)
})

test('lets a hash break in its middle, and nothing that is longer', () => {
  const half = 'ab'.repeat(16)
  const { container, rerender } = render(
    <AddressText text={`Sign 0x${half}${half}.`} />,
  )
  const [hash] = container.querySelectorAll('span')
  expect(hash?.innerHTML).toBe(`0x${half}<wbr>${half}`)
  rerender(<AddressText text={`0x${half}${half}ab`} />)
  expect(container.querySelector('wbr')).toBeNull()
})

test('breaks no short address', () => {
  const text = 'Pays 0x976EA7…3a0aa9, at nonce 3.'
  const { container } = render(<AddressText text={text} />)
  expect(container).toHaveTextContent(text)
  expect(container.querySelector('span')?.textContent).toBe('0x976EA7…3a0aa9')
})
