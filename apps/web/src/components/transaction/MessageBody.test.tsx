import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MessageBody } from './MessageBody.js'

function show(content: string): string[] {
  const { container } = render(
    <MantineProvider>
      <MessageBody content={content} />
    </MantineProvider>,
  )
  return [...container.querySelectorAll('p')].map((line) => line.textContent)
}

test('shows a message with the spaces that are signed', () => {
  expect(show('   pay  Bob\n\tnothing \n\nend')).toEqual([
    '   pay  Bob',
    '\tnothing ',
    ' ',
    'end',
  ])
})

test('counts the spaces of a line that has nothing else', () => {
  expect(show('a\n   \n ')).toEqual(['a', '3 spaces', '1 space'])
})
