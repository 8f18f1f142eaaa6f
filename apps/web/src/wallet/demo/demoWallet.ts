import type { Wallet } from '@rainbow-me/rainbowkit'
import { createConnector } from 'wagmi'
import { injected } from 'wagmi/connectors'
import { tokens } from '../../ui/tokens.js'
import type { DemoProvider } from './demoProvider.js'

const { dark } = tokens

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path fill="${dark.accent}" d="M0 0h28v28H0z"/><path fill="none" stroke="${dark['on-accent']}" stroke-width="2" d="M8 13v-2a6 6 0 0 1 11.6-2M7 13h14v9H7z"/></svg>`

/** The entry of the list; what it does is wagmi's injected connector. */
export function createDemoWallet(provider: DemoProvider): () => Wallet {
  return () => ({
    id: 'demo',
    name: 'Demo accounts',
    iconUrl: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    iconAccent: dark.accent,
    iconBackground: dark.accent,
    installed: true,
    createConnector: (details) =>
      createConnector((config) => ({
        ...injected({
          target: {
            id: 'demo',
            name: 'Demo accounts',
            provider: provider as never,
          },
        })(config),
        ...details,
      })),
  })
}
