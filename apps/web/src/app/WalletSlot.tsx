import { Button } from '@mantine/core'
import {
  Component,
  lazy,
  type ReactNode,
  Suspense,
  useState,
  useSyncExternalStore,
} from 'react'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { isMetered } from '../lib/isMetered.js'
import { createStore } from '../lib/store.js'
import { ConnectWalletButton } from '../wallet/ConnectWalletButton.js'
import { expectsWallet, isLayerNeeded } from '../wallet/walletLayer.js'

// The wallet layer is larger than everything else together.
const WalletButton = lazy(async () => {
  const { WalletButton } = await import('../wallet/WalletButton.js')
  return { default: WalletButton }
})

/**
 * Wallets come when it is time for them, or when somebody asks. Anyone who pays
 * by the byte gets them when something on the page needs them.
 */
export function WalletSlot({ isTime }: { isTime: boolean }) {
  const config = useAppConfig()
  // Outlives the change from one button to the other: no press is lost.
  const [wanted] = useState(() => createStore(false))
  const [isAsked, setAsked] = useState(false)
  const isNeeded = useSyncExternalStore(
    isLayerNeeded.subscribe,
    isLayerNeeded.read,
  )
  // Without a network there is nothing a wallet could be connected to.
  if (config.chains.length === 0) return null
  const standIn = (
    <ConnectWalletButton
      loading={isAsked}
      onClick={() => {
        wanted.write(true)
        setAsked(true)
      }}
    />
  )
  const isDue = isTime && (isNeeded || !isMetered() || expectsWallet())
  if (!isDue && !isAsked) return standIn
  return (
    <WalletBoundary>
      <Suspense fallback={standIn}>
        <WalletButton config={config} wanted={wanted} />
      </Suspense>
    </WalletBoundary>
  )
}

/** A wallet layer that cannot be loaded must not take the page with it. */
class WalletBoundary extends Component<
  { children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Button variant="default" onClick={() => window.location.reload()}>
        Can’t load wallets. Reload
      </Button>
    )
  }
}
