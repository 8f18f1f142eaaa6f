import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OnlyHere } from './OnlyHere.js'

afterEach(cleanup)

const one = {
  signer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  signature: '0x11',
  at: 1,
} as const

test.each([
  [false, 0, 'only in this browser'],
  [false, 2, 'only in this browser'],
  [true, 1, '1 signature only in this browser'],
  [true, 2, '2 signatures only in this browser'],
])(
  'the mark of rows: the gateway has it %s, signatures here %i',
  (isProposed, count, words) => {
    const signatures = Array.from({ length: count }, () => one)
    const { container } = render(
      <MantineProvider>
        <OnlyHere local={{ isProposed, signatures }} />
      </MantineProvider>,
    )
    expect(container.textContent).toContain(words)
  },
)
