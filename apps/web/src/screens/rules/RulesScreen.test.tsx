import { riskRules } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { RulesScreen } from './RulesScreen.js'

test('the number that reviews name is among those in the head, which add up', async () => {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [],
    walletConnect: null,
    demo: null,
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: RulesScreen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const head = screen.getByRole('status').textContent
  const [all, ...parts] = head?.match(/\d+/g)?.map(Number) ?? []
  expect(head).toContain(`${riskRules.length} to every transaction`)
  expect(parts).toHaveLength(3)
  expect(parts.reduce((sum, count) => sum + count)).toBe(all)
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(all ?? 0)
})
