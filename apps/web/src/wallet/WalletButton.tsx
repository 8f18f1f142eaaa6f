import '@rainbow-me/rainbowkit/styles.css'
import type { AppConfig } from '@covault/api'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  ConnectButton,
  type DisclaimerComponent,
  RainbowKitAuthenticationProvider,
  RainbowKitProvider,
  useAddRecentTransaction,
  useChainModal,
  useConnectModal,
} from '@rainbow-me/rainbowkit'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { getAddress, isAddress } from 'viem'
import { type Config, WagmiProvider } from 'wagmi'
import type { Store } from '../lib/store.js'
import { Mark } from '../ui/Mark.js'
import { ConnectWalletButton } from './ConnectWalletButton.js'
import { connectionQuery, describeChain } from './connection.js'
import { replaceDeniedStorage } from './deniedStorage.js'
import { PromptDialog } from './PromptDialog.js'
import { createPromptDesk, type PromptDesk, usePrompt } from './promptDesk.js'
import { createSessionAdapter, useSession } from './session.js'
import { useConnection } from './useConnection.js'
import { useFocusReturn } from './useFocusReturn.js'
import { createVerbs } from './verbs.js'
import classes from './WalletButton.module.css'
import {
  type SigningIn,
  type SigningInState,
  WalletMenu,
} from './WalletMenu.js'
import { WalletNotice } from './WalletNotice.js'
import { createWalletConfig } from './walletConfig.js'
import { provideWalletLayer } from './walletLayer.js'
import { walletTheme } from './walletTheme.js'

/**
 * The whole wallet layer: its providers, its modals and the button. It renders
 * once, whatever the page around it does: without reconnectOnMount wagmi's
 * provider forgets all connections whenever it renders again.
 */
export const WalletButton = memo(function WalletButton({
  config,
  wanted,
}: {
  config: AppConfig
  /** Whether the button was pressed, also while this layer was still loading. */
  wanted: Store<boolean>
}) {
  const [desk] = useState(() => {
    replaceDeniedStorage(window)
    return createPromptDesk()
  })
  const [wallet] = useState(() => createWalletConfig(config, { desk }))
  return (
    <WagmiProvider config={wallet} reconnectOnMount={false}>
      <Modals config={config} wallet={wallet} desk={desk} wanted={wanted} />
    </WagmiProvider>
  )
})

function Modals({
  config,
  wallet,
  desk,
  wanted,
}: {
  config: AppConfig
  wallet: Config
  desk: PromptDesk
  wanted: Store<boolean>
}) {
  const queries = useQueryClient()
  const [adapter] = useState(() => createSessionAdapter(queries))
  useConnection(wallet)
  const { data: connection } = useQuery(connectionQuery)
  const { status, session } = useSession(connection?.account ?? null)
  const isCompact = useCompactModal()
  const isWanted = useSyncExternalStore(wanted.subscribe, wanted.read)
  const openConnect = useCallback(() => wanted.write(true), [wanted])
  const onOpened = useCallback(() => wanted.write(false), [wanted])
  const [signingIn, setSigningIn] = useState<SigningIn>()
  const openSignIn = useCallback(() => setSigningIn('needed'), [])
  return (
    <RainbowKitAuthenticationProvider
      adapter={adapter}
      status={status === 'connected' ? 'authenticated' : 'unauthenticated'}
      // Reading needs no session; without one nothing shall ask for it.
      enabled={status === 'connected'}
    >
      <RainbowKitProvider
        theme={walletTheme}
        avatar={Avatar}
        modalSize={isCompact ? 'compact' : 'wide'}
        showRecentTransactions
        appInfo={{
          appName: 'Covault',
          learnMoreUrl: 'https://ethereum.org/wallets/',
          disclaimer: Disclaimer,
        }}
      >
        <ProvideLayer
          wallet={wallet}
          openConnect={openConnect}
          openSignIn={openSignIn}
        />
        {isWanted && (
          <OpenConnect
            isConnected={Boolean(connection?.account)}
            onOpened={onOpened}
          />
        )}
        <FocusHome desk={desk}>
          <ConnectButton.Custom>
            {(state) => (
              <StateButton
                {...state}
                openConnectModal={openConnect}
                config={config}
                session={session}
                adapter={adapter}
                sessionStatus={status}
                signingIn={signingIn}
                onSigningIn={setSigningIn}
              />
            )}
          </ConnectButton.Custom>
        </FocusHome>
        <PromptDialog desk={desk} />
        <WalletNotice />
      </RainbowKitProvider>
    </RainbowKitAuthenticationProvider>
  )
}

/** Where the focus goes when a modal closes and nobody else takes it. */
function FocusHome({
  desk,
  children,
}: {
  desk: PromptDesk
  children: ReactNode
}) {
  const home = useRef<HTMLDivElement>(null)
  useFocusReturn({ isAsking: usePrompt(desk) !== undefined, home })
  return (
    <div ref={home} className={classes.home}>
      {children}
    </div>
  )
}

type ButtonState = Parameters<
  ComponentProps<typeof ConnectButton.Custom>['children']
>[0]

function StateButton({
  account,
  chain,
  openConnectModal,
  openAccountModal,
  openChainModal,
  config,
  session,
  sessionStatus,
  adapter,
  ...signingIn
}: ButtonState &
  SigningInState & {
    config: AppConfig
    session: ReturnType<typeof useSession>['session']
    sessionStatus: ReturnType<typeof useSession>['status']
    adapter: ReturnType<typeof createSessionAdapter>
  }) {
  if (!account || !chain || !isAddress(account.address))
    return <ConnectWalletButton onClick={openConnectModal} />
  const { name, unsupported } = describeChain(config.chains, chain.id)
  if (unsupported)
    return (
      <Button
        variant="default"
        leftSection={<IconAlertTriangle size={16} aria-hidden="true" />}
        className={classes.wrong}
        title={`The wallet is on ${name}, which isn’t available here.`}
        onClick={openChainModal}
      >
        Wrong network
      </Button>
    )
  return (
    <WalletMenu
      account={getAddress(account.address)}
      chain={{ id: chain.id, name }}
      chains={config.chains}
      session={session}
      sessionStatus={sessionStatus}
      adapter={adapter}
      {...signingIn}
      onAccount={openAccountModal}
      onChains={openChainModal}
    />
  )
}

/** Hands the layer to the pages. */
function ProvideLayer({
  wallet,
  openConnect,
  openSignIn,
}: {
  wallet: Config
  openConnect: () => void
  openSignIn: () => void
}) {
  const { openChainModal } = useChainModal()
  const track = useAddRecentTransaction()
  const [verbs] = useState(() => createVerbs(wallet))
  useEffect(
    () =>
      provideWalletLayer({
        ...verbs,
        track,
        openConnect,
        openSignIn,
        openChains: () => openChainModal?.(),
      }),
    [verbs, track, openConnect, openSignIn, openChainModal],
  )
  return null
}

/**
 * Opens the list of wallets as soon as the library can. It cannot while it
 * looks for an earlier connection, and a press must not be lost meanwhile.
 */
function OpenConnect({
  isConnected,
  onOpened,
}: {
  isConnected: boolean
  onOpened: () => void
}) {
  const { openConnectModal } = useConnectModal()
  useEffect(() => {
    if (!openConnectModal && !isConnected) return
    openConnectModal?.()
    onOpened()
  }, [openConnectModal, isConnected, onOpened])
  return null
}

/** The small modal where the window is, or is part of another page. */
function useCompactModal(): boolean {
  const isSmall = useMediaQuery('(max-height: 560px), (max-width: 47.5em)')
  return isSmall || window.parent !== window
}

function Avatar({ address, size }: { address: string; size: number }) {
  return isAddress(address) ? <Mark address={address} size={size} /> : null
}

// With one, RainbowKit's compact modal reaches 'learn' through a button that
// keys can press; without, through text that only a mouse can.
const Disclaimer: DisclaimerComponent = ({ Text }) => (
  <Text>Covault sees your address. The keys stay in the wallet.</Text>
)
