// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { TimeoutError } from 'viem'
import { expect, test } from 'vitest'
import { NoSafeError } from '../../trust/checkSignable.js'
import { computedHere } from '../../trust/provenance.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Checks } from './Checks.js'

const place = { chain: { name: 'Local 1' } } as SafePlace
const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'

test.each([
  [
    'a silent network',
    new TimeoutError({ body: {}, url: 'http://node.example' }),
    /^Can’t reach Local 1\. Retrying….* until the network answers\.$/,
  ],
  [
    'a safe that is gone',
    new NoSafeError({ address }),
    /^0xA2c\w+ no longer answers like a safe\. Nothing can be signed until the checks pass\.$/,
  ],
])('a check that failed for %s says why', (_, error, words) => {
  render(
    <MantineProvider>
      <Checks
        place={place}
        hash={`0x${'ab'.repeat(32)}`}
        known={{ kind: 'message', content: 'We agree.', proposal: undefined }}
        check={{ data: undefined, error, refetch: (async () => {}) as never }}
      />
    </MantineProvider>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent(words)
})

test('what could not be compared is a sentence, which breaks where a phone ends', () => {
  const field = (status: 'ok' | 'unknown', name: string) =>
    ({
      ...{ status, field: name, here: '1', fact: 'nonce' },
      ...{ provenance: computedHere, sources: [] },
    }) as never
  render(
    <MantineProvider>
      <Checks
        place={place}
        hash={`0x${'ab'.repeat(32)}`}
        known={{ kind: 'message', content: 'We agree.', proposal: undefined }}
        check={{
          data: {
            fields: [field('ok', 'Nonce'), field('unknown', 'Threshold')],
            provenance: computedHere,
          } as never,
          ...{ error: null, refetch: (async () => {}) as never },
        }}
      />
    </MantineProvider>,
  )
  expect(
    screen.getByText(/1 check passed\. 1 couldn’t be compared/).parentElement,
  ).toHaveAttribute('data-sentence', 'true')
})
