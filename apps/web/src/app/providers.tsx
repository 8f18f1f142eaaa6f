import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type ColorScheme, useColorScheme } from '../preferences/theme.js'
import { tokens } from '../ui/tokens.js'
import { cssVariablesResolver, theme } from './theme.js'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // One retry policy in the house, and it is not here.
        retry: false,
        // A local chain answers while the machine has no network.
        networkMode: 'always',
      },
    },
  })
}

export function Providers({
  queries,
  nonce,
  children,
}: {
  queries: QueryClient
  /** Of the content policy, for the style elements Mantine makes. */
  nonce: string
  children: ReactNode
}) {
  const scheme = useColorScheme()
  useEffect(() => paintBrowser(scheme), [scheme])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      getStyleNonce={() => nonce}
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
