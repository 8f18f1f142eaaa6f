import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import { FeeFields } from './FeeFields.js'

const chain = {
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as ChainConfig

test.each([
  [91_253n, 1_000_000_001n, '0.00009126 ETH'],
  [21_000n, 1_000_000_000n, '0.000021 ETH'],
  [1n, 7n, '0.000000000000000007 ETH'],
])(
  'rounds the most that %i gas at %i can cost up to four digits',
  (gas, gasPrice, words) => {
    render(
      <MantineProvider>
        <FeeFields
          chain={chain}
          execution={undefined}
          cost={{
            gas,
            needed: gas,
            fees: { kind: 'legacy', gasPrice },
            balance: parseEther('1'),
          }}
          error={null}
          edit={undefined}
          onEdit={() => {}}
        />
      </MantineProvider>,
    )
    expect(screen.getByText(`Network fee at most ${words}`)).toBeInTheDocument()
  },
)
