import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../wallet/account.js'
import { useRole } from '../../wallet/role.js'
import { useMember } from '../../wallet/useMember.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import type { Outcome } from '../act/outcome.js'
import { proposeUnsigned } from '../act/submit.js'
import type { OtherWaysProps } from './reviewProps.js'
import classes from './SealBlock.module.css'
import { WorkError } from './WorkError.js'

/** For the other members to look at and sign; nothing is signed here. */
export function SaveDraft({
  place: { chain },
  signable,
  hash,
  note,
  app,
  nonce,
  onDone,
}: OtherWaysProps) {
  const { data: account } = useQuery(accountQuery)
  const role = useRole([chain], account ?? null)
  const wallet = useWalletLayer()
  const member = useMember()
  const save = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      if (member)
        await proposeUnsigned({ ...{ signable, note, app }, sender: member })
      return { kind: 'drafted', safeTxHash: hash }
    },
    onSuccess: onDone,
  })
  if (role !== 'owner' && role !== 'proposer') return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconNotes size={16} stroke={1.75} aria-hidden="true" />}
        loading={save.isPending}
        disabled={nonce?.reading.error !== undefined || !wallet}
        onClick={() => (member ? save.mutate() : wallet?.openSignIn())}
      >
        {member ? 'Save as draft' : 'Sign in to save as draft'}
      </Button>
      {member && (
        <p className={classes.reason}>
          A draft is for the other members of this safe and needs no signature.
        </p>
      )}
      <WorkError error={save.error} />
    </>
  )
}
