import { Button } from '@mantine/core'
import type { createAuthenticationAdapter } from '@rainbow-me/rainbowkit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { askAgain } from '../queries/auth.js'
import { Dialog, DialogActions } from '../ui/Dialog.js'
import { Fact } from '../ui/Fact.js'
import { Remark } from '../ui/Remark.js'
import { WholeAddress } from '../ui/WholeAddress.js'
import { describeError } from '../words/errors.js'
import { rememberedSession } from './rememberedSession.js'
import classes from './SignInDialog.module.css'
import { walletConstants } from './walletConstants.js'
import { UserRejectedError } from './walletErrors.js'
import { useWalletLayer } from './walletLayer.js'

type Adapter = ReturnType<typeof createAuthenticationAdapter<string>>

/**
 * 'Verify your account'. RainbowKit's own dialog of this name takes a refusal
 * for a wish to disconnect; here reading needs no session, so it is ours.
 */
export function SignInDialog({
  adapter,
  account,
  chain,
  isNeeded,
  onClose,
}: {
  adapter: Adapter
  account: Address
  chain: { id: number; name: string }
  /** The gateway answers nobody who has not signed in. */
  isNeeded: boolean
  onClose: () => void
}) {
  const wallet = useWalletLayer()
  const queries = useQueryClient()
  const signIn = useMutation({
    mutationFn: async () => {
      if (!wallet) return
      const nonce = await adapter.getNonce()
      const expiresAt = Date.now() + walletConstants.persistedMaxAge
      const message = await adapter.createMessage({
        address: account,
        chainId: chain.id,
        nonce,
      })
      const signature = await wallet.signMessage(message)
      await adapter.verify({ message, signature })
      rememberedSession.write({ address: account, expiresAt })
      void askAgain(queries)
    },
    onSuccess: onClose,
  })
  return (
    <Dialog title="Verify your account" size="form" onClose={onClose}>
      <p className={classes.text}>
        Sign a message to prove to the gateway that this account is yours.
        Signing sends no transaction and costs nothing.
        {!isNeeded && ' You can look at safes without signing in.'}
      </p>
      <dl className={classes.facts}>
        <Fact name="Account">
          <span className={classes.code}>
            <WholeAddress address={account} />
          </span>
        </Fact>
        <Fact name="Site">{window.location.host}</Fact>
        <Fact name="Network">{chain.name}</Fact>
        <Fact name="Valid for">24 hours, or until you sign out</Fact>
      </dl>
      {signIn.error && (
        <div className={classes.failure}>
          <Remark
            role="alert"
            kind={signIn.error instanceof UserRejectedError ? 'warn' : 'danger'}
          >
            {describeError(signIn.error)}
          </Remark>
        </div>
      )}
      <DialogActions>
        <Button
          loading={signIn.isPending}
          disabled={!wallet}
          onClick={() => signIn.mutate()}
        >
          Sign message
        </Button>
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </Dialog>
  )
}
