import { Button } from '@mantine/core'
import classes from './ConnectWalletButton.module.css'

/** The same button before and after the wallet layer is there. */
export function ConnectWalletButton({
  onClick,
  loading = false,
}: {
  onClick: () => void
  loading?: boolean
}) {
  return (
    <Button aria-label="Connect wallet" onClick={onClick} loading={loading}>
      Connect<span className={classes.wide}>&nbsp;wallet</span>
    </Button>
  )
}
