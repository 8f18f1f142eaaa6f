import '@rainbow-me/rainbowkit/styles.css'
import type { AppConfig } from '@covault/api'
import { Button } from '@mantine/core'
import {
  ConnectButton,
  RainbowKitProvider,
  useConnectModal,
} from '@rainbow-me/rainbowkit'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { getAddress, isAddress } from 'viem'
import { WagmiProvider } from 'wagmi'
import { watchAccount } from 'wagmi/actions'
import { formatAddress } from '../lib/formatAddress.js'
import { Mark } from '../ui/Mark.js'
import { accountQuery } from './account.js'
import { ConnectWalletButton } from './ConnectWalletButton.js'
import classes from './WalletButton.module.css'
import { createWalletConfig, reconnectRecent } from './walletConfig.js'
import { walletTheme } from './walletTheme.js'

/** The whole wallet layer: its providers, its modals and the button. */
export function WalletButton({
  config,
  openAtOnce,
}: {
  config: AppConfig
  /** The button was pressed while this layer was still loading. */
  openAtOnce: boolean
}) {
  const queries = useQueryClient()
  const [wallet] = useState(() => createWalletConfig(config))
  useEffect(() => {
    const stop = watchAccount(wallet, {
      onChange: ({ address }) =>
        queries.setQueryData(accountQuery.queryKey, address ?? null),
    })
    void reconnectRecent(wallet)
    return stop
  }, [wallet, queries])
  return (
    <WagmiProvider config={wallet} reconnectOnMount={false}>
      <RainbowKitProvider
        theme={walletTheme}
        avatar={Avatar}
        appInfo={{
          appName: 'Covault',
          learnMoreUrl: 'https://ethereum.org/wallets/',
        }}
      >
        {openAtOnce && <OpenConnectModal />}
        <ConnectButton.Custom>
          {(state) => <StateButton {...state} />}
        </ConnectButton.Custom>
      </RainbowKitProvider>
    </WagmiProvider>
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
}: ButtonState) {
  if (!account || !chain || !isAddress(account.address))
    return <ConnectWalletButton onClick={openConnectModal} />
  if (chain.unsupported)
    return (
      <Button
        variant="default"
        leftSection={<IconAlertTriangle size={16} aria-hidden="true" />}
        className={classes.wrong}
        onClick={openChainModal}
      >
        Wrong network
      </Button>
    )
  const address = getAddress(account.address)
  const name = account.ensName ?? formatAddress(address, { digits: 4 })
  return (
    <button
      type="button"
      className={classes.account}
      aria-label={`${name} ${chain.name}, your wallet`}
      onClick={openAccountModal}
    >
      <Mark address={address} />
      <span className={classes.who}>
        <b>{name}</b>
        <small>{chain.name}</small>
      </span>
      <IconChevronDown
        className={classes.chevron}
        size={16}
        stroke={1.75}
        aria-hidden="true"
      />
    </button>
  )
}

function OpenConnectModal() {
  const { openConnectModal } = useConnectModal()
  // The modal is there once its provider is; it opens a single time.
  const [open] = useState(() => openConnectModal)
  useEffect(() => open?.(), [open])
  return null
}

function Avatar({ address, size }: { address: string; size: number }) {
  return isAddress(address) ? <Mark address={address} size={size} /> : null
}
