import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { mainnet } from 'viem/chains'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { walletTheme } from './walletTheme.js'

/**
 * RainbowKit writes its theme as a style element that takes no nonce, so the
 * content policy has to know it by hash. Rendering the provider is the only
 * way to learn its exact text. Used by the build, never by the page.
 */
export async function hashWalletStyles(): Promise<string[]> {
  const styles = [...renderProvider().matchAll(/<style>(.*?)<\/style>/gs)]
  return Promise.all(styles.map(([, text = '']) => hashStyle(text)))
}

function renderProvider(): string {
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http('http://127.0.0.1') },
    ssr: true,
  })
  return renderToStaticMarkup(
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={new QueryClient()}>
        <RainbowKitProvider theme={walletTheme}>{null}</RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>,
  )
}

async function hashStyle(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
