import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type ColorScheme, useColorScheme } from '../preferences/theme.js'
import { provideStandIn } from '../queries/gateway.js'
import { tokens } from '../ui/tokens.js'
import { theme } from './theme.js'
import { cssVariablesResolver } from './themeVariables.js'

/**
 * Who answers from the chain in the gateway's place. Few need it, and it has to
 * be here before the gateway is gone.
 */
export const loadStandIn = () => import('../standIn/answer.js')

/** Comes after the first content, so that it is at hand when somebody looks. */
export async function loadNotices() {
  const { NoticePanel } = await import('./NoticePanel.js')
  return { default: NoticePanel }
}

export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // One retry policy in the house, and it is not here.
        retry: false,
        // A local chain answers while the machine has no network.
        networkMode: 'always',
      },
      // A wallet signs without one, and what it signed is kept here.
      mutations: { networkMode: 'always' },
    },
  })
  provideStandIn(async (call) => {
    const { answerInstead } = await loadStandIn()
    return answerInstead(queries, call)
  })
  return queries
}

export function Providers({
  queries,
  children,
}: {
  queries: QueryClient
  children: ReactNode
}) {
  const scheme = useColorScheme()
  useEffect(() => paintBrowser(scheme), [scheme])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      // Its style element is known by its hash; the classes nobody uses.
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}

/** Phones paint their own bars in this colour. */
function paintBrowser(scheme: ColorScheme): void {
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', tokens[scheme].ground)
}
