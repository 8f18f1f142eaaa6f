import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { openFlow } from '../../lib/flowSearch.js'
import { hashSignable } from '../../trust/hashSignable.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import { toKept, writeKept } from '../act/kept.js'
import { acting } from '../act/signables/signables.js'
import classes from './SealBlock.module.css'
import { WorkError } from './WorkError.js'

/** It must be somewhere while others sign it, and that is said before. */
const keptWords: Record<SignableKind, string> = {
  transaction:
    'Sharing adds it to the queue in this browser only. The other owners get what you send them.',
  message:
    'Sharing adds it to the messages in this browser only. The other owners get what you send them.',
}

/** To others by link, file or code; what is new is kept here before that. */
export function ShareReview({
  signable,
  isProposed,
  note = '',
}: {
  signable: Signable
  /** The gateway has it, or this browser. */
  isProposed: boolean
  note?: string | undefined
}) {
  const navigate = useNavigate()
  const share = useMutation({
    mutationFn: async () => {
      const { chainId, safe } = signable.domain
      const at = Date.now()
      const fields = { chainId, safe, isProposed, at, signatures: [] }
      if (!isProposed) await writeKept(toKept(signable, fields, note))
      const { page } = acting[signable.kind].ending
      const subject = page.search(hashSignable(signable))
      // What was entered is kept in the local queue: nothing is left behind.
      await navigate({
        to: '.',
        search: openFlow('share', subject),
        ignoreBlocker: true,
      })
    },
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={16} stroke={1.75} aria-hidden="true" />}
        loading={share.isPending}
        onClick={() => share.mutate()}
      >
        {isProposed ? 'Share' : 'Share without signing'}
      </Button>
      {!isProposed && (
        <p className={classes.reason}>{keptWords[signable.kind]}</p>
      )}
      <WorkError error={share.error} />
    </>
  )
}
