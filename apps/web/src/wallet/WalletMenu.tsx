import {
  IconArrowsExchange,
  IconChevronDown,
  IconHistory,
  IconKey,
  IconLogout,
  IconPlugConnectedX,
  IconUserCircle,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Address } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'
import { formatMoment } from '../lib/formatTime.js'
import { addressBook, findContact } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { Mark } from '../ui/Mark.js'
import { Status } from '../ui/Status.js'
import { Tag } from '../ui/Tag.js'
import { showToast } from '../ui/toasts.js'
import { useClosing } from '../ui/useClosing.js'
import { WholeAddress } from '../ui/WholeAddress.js'
import { connectionQuery } from './connection.js'
import type { Session } from './rememberedSession.js'
import { reverseNameQuery } from './reverseName.js'
import { type Role, roleNames, useIsElsewhere, useRole } from './role.js'
import { SignInDialog } from './SignInDialog.js'
import type { AuthenticationStatus, createSessionAdapter } from './session.js'
import classes from './WalletMenu.module.css'
import { UserRejectedError, type WalletError } from './walletErrors.js'
import { useWalletLayer } from './walletLayer.js'

/** The reader wants to, or the gateway answers nobody else. */
export type SigningIn = 'wanted' | 'needed'

export type SigningInState = {
  signingIn: SigningIn | undefined
  onSigningIn: (state: SigningIn | undefined) => void
}

/** The connected wallet, who it is here, and what can be done with it. */
export function WalletMenu({
  account,
  chain,
  chains,
  session,
  sessionStatus,
  adapter,
  signingIn,
  onSigningIn,
  onAccount,
  onChains,
}: SigningInState & {
  account: Address
  chain: { id: number; name: string }
  chains: readonly ChainConfig[]
  session: Session | null
  sessionStatus: AuthenticationStatus
  adapter: ReturnType<typeof createSessionAdapter>
  onAccount: () => void
  onChains: () => void
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const menu = useClosing(isOpen, () => setOpen(false))
  const role = useRole(chains, account)
  const isElsewhere = useIsElsewhere(chains, chain.id)
  const name = useAccountName({ account, chain, chains })
  const shown = name ?? formatAddress(account, { digits: 4 })
  const act = (action: () => void) => () => {
    setOpen(false)
    action()
  }
  return (
    <div ref={menu} className={classes.menu}>
      <button
        type="button"
        className={classes.account}
        aria-label={`${shown} ${chain.name}, your wallet`}
        data-elsewhere={isElsewhere || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Mark address={account} />
        <Who name={shown} role={role} chain={chain} isElsewhere={isElsewhere} />
        <IconChevronDown
          className={classes.chevron}
          size={16}
          stroke={1.75}
          aria-hidden="true"
        />
      </button>
      {isOpen && (
        <section id={id} className={classes.panel} aria-label="Your wallet">
          <Head {...{ account, name, role, chain }} isElsewhere={isElsewhere} />
          <p className={classes.session}>
            {describeSession(sessionStatus, session)}
          </p>
          <ul className={classes.actions}>
            <Action
              icon={<IconHistory {...look} />}
              label="Balance and recent transactions"
              onClick={act(onAccount)}
            />
            <Action
              icon={<IconArrowsExchange {...look} />}
              label="Switch network"
              onClick={act(onChains)}
            />
            <WalletActions
              act={act}
              isSignedIn={sessionStatus === 'connected'}
              onSignIn={() => onSigningIn('wanted')}
              onSignOut={() => void signOut(adapter)}
            />
          </ul>
        </section>
      )}
      {signingIn && (
        <SignInDialog
          adapter={adapter}
          account={account}
          chain={chain}
          isNeeded={signingIn === 'needed'}
          onClose={() => onSigningIn(undefined)}
        />
      )}
    </div>
  )
}

function Who({
  name,
  role,
  chain,
  isElsewhere,
}: {
  name: string
  role: ReturnType<typeof useRole>
  chain: { name: string }
  isElsewhere: boolean
}) {
  return (
    <>
      <span className={classes.who}>
        <b>{name}</b>
        <small>
          {role && `${roleNames[role]} · `}
          {isElsewhere ? (
            <Status kind="warn">Wallet on {chain.name}</Status>
          ) : (
            chain.name
          )}
        </small>
      </span>
      {role === 'viewer' && (
        <span className={classes.viewer}>{roleNames.viewer}</span>
      )}
    </>
  )
}

const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

async function signOut(
  adapter: ReturnType<typeof createSessionAdapter>,
): Promise<void> {
  try {
    await adapter.signOut()
    showToast({ kind: 'done', text: 'Signed out.' })
  } catch {
    showToast({
      kind: 'error',
      text: 'Signed out in this browser. Can’t reach the gateway, so your session there stays open until it expires.',
    })
  }
}

function Head({
  account,
  name,
  role,
  chain,
  isElsewhere,
}: {
  account: Address
  name: string | undefined
  role: Role | undefined
  chain: { name: string }
  isElsewhere: boolean
}) {
  const { data: connection } = useQuery(connectionQuery)
  return (
    <div className={classes.head}>
      <Mark address={account} size={40} />
      <div className={classes.lines}>
        {name && <b>{name}</b>}
        <span className={classes.address}>
          <WholeAddress address={account} />
        </span>
        <small>
          {connection?.walletName} · {chain.name}
        </small>
        {isElsewhere && (
          <Status kind="warn">Not the network of this safe</Status>
        )}
        {role && <Tag>{roleNames[role]}</Tag>}
      </div>
    </div>
  )
}

function describeSession(
  status: AuthenticationStatus,
  session: Session | null,
): string {
  if (status === 'loading') return 'Checking the session…'
  if (status !== 'connected' || !session) return 'Not signed in'
  return `Signed in until ${formatMoment(session.expiresAt)}`
}

function WalletActions({
  act,
  isSignedIn,
  onSignIn,
  onSignOut,
}: {
  act: (action: () => void) => () => void
  isSignedIn: boolean
  onSignIn: () => void
  onSignOut: () => void
}) {
  const wallet = useWalletLayer()
  const attempt = (ask: () => Promise<void> | undefined) =>
    act(() => {
      ask()?.catch((error: WalletError) => {
        if (error instanceof UserRejectedError) return
        showToast({ kind: 'error', text: error.message })
      })
    })
  return (
    <>
      <Action
        icon={<IconUserCircle {...look} />}
        label="Change account"
        onClick={attempt(() => wallet?.requestPermissions())}
      />
      {isSignedIn ? (
        <Action
          icon={<IconLogout {...look} />}
          label="Sign out"
          onClick={act(onSignOut)}
        />
      ) : (
        <Action
          icon={<IconKey {...look} />}
          label="Sign in"
          onClick={act(onSignIn)}
        />
      )}
      <Action
        icon={<IconPlugConnectedX {...look} />}
        label="Disconnect"
        onClick={attempt(() => wallet?.disconnect())}
      />
    </>
  )
}

function Action({
  icon,
  label,
  onClick,
}: {
  icon: ReactNode
  label: string
  onClick: () => void
}) {
  return (
    <li>
      <button type="button" className={classes.action} onClick={onClick}>
        {icon}
        {label}
      </button>
    </li>
  )
}

/** The reader's name for the account, else its own; also told to RainbowKit. */
function useAccountName({
  account,
  chain,
  chains,
}: {
  account: Address
  chain: { id: number }
  chains: readonly ChainConfig[]
}): string | undefined {
  const queries = useQueryClient()
  const config = chains.find(({ chainId }) => chainId === chain.id)
  const place = { chainId: chain.id, address: account }
  const contact = findContact(usePreference(addressBook), place)
  const { data: ownName } = useQuery(reverseNameQuery(config, account))
  const name = contact?.name ?? ownName
  useEffect(() => {
    // RainbowKit looks names up on mainnet only. Where it would keep one from
    // its own service, which stays off, it takes what it finds.
    queries.setQueryData(['address', account, {}], name ?? null)
  }, [queries, account, name])
  return name ?? undefined
}
