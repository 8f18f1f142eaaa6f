import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Hex } from 'viem'
import { toSafeSearch } from '../../lib/safeParameter.js'
import type { SignableKind } from '../../trust/signable.js'
import column from '../../ui/Column.module.css'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { acting } from '../act/signables/signables.js'
import { ProgressPage } from './ProgressPage.js'

/** Nothing more is to be done here: what came of it, and where it is. */
export function Ending({
  place,
  title,
  of,
  hash,
  onClose,
  children,
}: {
  place: SafePlace
  title: string
  of: SignableKind
  hash: Hex | undefined
  onClose: () => void
  children: ReactNode
}) {
  return (
    <ProgressPage title={title}>
      {children}
      <div className={column.actions}>
        <Button onClick={onClose}>Done</Button>
        {hash && <PageLink place={place} of={of} hash={hash} />}
      </div>
    </ProgressPage>
  )
}

/** To the page of what was signed. */
export function PageLink({
  place,
  of,
  hash,
}: {
  place: SafePlace
  of: SignableKind
  hash: Hex
}) {
  const { words, to, search } = acting[of].ending.page
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link
          {...props}
          to={to}
          search={{ ...toSafeSearch(place), ...search(hash) }}
        />
      )}
    >
      {words}
    </Button>
  )
}
