import { MantineProvider } from '@mantine/core'
import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { mainnet } from 'viem/chains'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { walletTheme } from '../wallet/walletTheme.js'
import { cssVariablesResolver, themeVariables } from './themeVariables.js'

/**
 * Mantine writes its variables and RainbowKit its theme as style elements. The
 * document is the same for everybody and has no nonce for them, so the content
 * policy has to know them by hash. Rendering the providers is the only way to
 * learn their exact text. Used by the build, never by the page.
 */
export async function hashStyles(): Promise<string[]> {
  const styles = [renderMantine(), renderRainbowKit()].flatMap(readStyles)
  return Promise.all(styles.map(hashStyle))
}

function renderMantine(): ReactNode {
  return (
    <MantineProvider
      theme={themeVariables}
      cssVariablesResolver={cssVariablesResolver}
      withGlobalClasses={false}
      getRootElement={() => undefined}
    >
      {null}
    </MantineProvider>
  )
}

function renderRainbowKit(): ReactNode {
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http('http://127.0.0.1') },
    ssr: true,
  })
  return (
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={new QueryClient()}>
        <RainbowKitProvider theme={walletTheme}>{null}</RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function readStyles(rendered: ReactNode): string[] {
  const html = renderToStaticMarkup(rendered)
  const elements = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
  return elements.map(([, text = '']) => text)
}

async function hashStyle(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
