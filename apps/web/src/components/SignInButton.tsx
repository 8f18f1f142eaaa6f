import { Button, type ButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../wallet/account.js'
import { useWalletLayer } from '../wallet/walletLayer.js'

/** Towards being signed in, whichever step is next. */
export function SignInButton(props: Pick<ButtonProps, 'size' | 'variant'>) {
  const wallet = useWalletLayer()
  const { data: account } = useQuery(accountQuery)
  return (
    <Button
      {...props}
      disabled={!wallet}
      onClick={account ? wallet?.openSignIn : wallet?.openConnect}
    >
      {account ? 'Sign in' : 'Connect wallet'}
    </Button>
  )
}
