import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { indexingQuery } from '../queries/safes.js'
import { IndexingNotice } from './IndexingNotice.js'

const place = {
  chainId: 31337,
  address: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
} as const

test('says how much of the past is read, until all of it is', async () => {
  const queries = new QueryClient()
  const { queryKey } = indexingQuery(place)
  queries.setQueryData(queryKey, { synced: false, percent: 43.7 })
  render(
    <QueryClientProvider client={queries}>
      <IndexingNotice chain={place} address={place.address} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('status')).toHaveTextContent('43%')
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '43')
  queries.setQueryData(queryKey, { synced: true, percent: 100 })
  await expect.poll(() => screen.queryByRole('status')).toBeNull()
})
