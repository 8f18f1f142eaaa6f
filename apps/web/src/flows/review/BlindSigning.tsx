import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Hex } from 'viem'
import { useScopeSearch } from '../../hooks/scope.js'
import { toNumbered } from '../../lib/numbered.js'
import { paths } from '../../lib/paths.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Remark } from '../../ui/Remark.js'
import classes from './SealBlock.module.css'

/** For wallets that do not know typed data: two other ways to confirm. */
export function BlindSigning({
  isAllowed,
  hash,
  isWorking,
  onSign,
  onApprove,
}: {
  isAllowed: boolean
  hash: Hex
  isWorking: boolean
  onSign: () => void
  onApprove: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const search = useScopeSearch()
  return (
    <div className={classes.ways}>
      <Remark kind="warn" role="alert">
        This wallet can’t sign typed data. Approve the transaction on chain
        instead, for a network fee.
      </Remark>
      <Button variant="default" loading={isWorking} onClick={onApprove}>
        Approve on chain
      </Button>
      {isAllowed ? (
        <Button variant="default" onClick={() => setOpen(true)}>
          Sign the bare hash
        </Button>
      ) : (
        <p className={classes.reason}>
          Signing the bare hash is off in{' '}
          <Link to={paths.security} search={search}>
            security settings
          </Link>
          .
        </p>
      )}
      {isOpen && (
        <Dialog
          title="Sign these 64 digits blindly?"
          size="full"
          onClose={() => setOpen(false)}
        >
          <p>
            Your wallet will show these digits only, not what they do. Keep this
            page open, compare every digit, and reject in the wallet if one
            differs.
          </p>
          <p className={classes.bare} title={hash}>
            <span>0x</span>
            {toNumbered(hash.slice(2).match(/.{4}/g) ?? []).map(
              ({ item, at }) => (
                <span key={at}>{item}</span>
              ),
            )}
          </p>
          <DialogActions>
            <Button loading={isWorking} onClick={onSign}>
              Sign the hash
            </Button>
            <Button variant="default" onClick={() => setOpen(false)}>
              Do not sign
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  )
}
