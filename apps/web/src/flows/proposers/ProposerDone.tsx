import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import column from '../../ui/Column.module.css'
import { LinkButton } from '../../ui/LinkButton.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { ProgressPage } from '../progress/ProgressPage.js'

/** It is done, and the way back to the list. */
export function ProposerDone({
  place: { chain, address },
  title,
  children,
}: {
  place: SafePlace
  title: string
  children: ReactNode
}) {
  return (
    <ProgressPage title={title}>
      <p>{children}</p>
      <div className={column.actions}>
        <LinkButton to={paths.setup} search={toSafeSearch({ chain, address })}>
          Back to settings
        </LinkButton>
      </div>
    </ProgressPage>
  )
}
