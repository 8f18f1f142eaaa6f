import { type ReactNode, useEffect } from 'react'
import { IndexingNotice } from '../../components/IndexingNotice.js'
import { Nothing } from '../../components/LookupStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { loadDetails } from '../../components/transaction/LazyDetails.js'
import { showKept } from '../../flows/bringIn/withoutNetwork.js'
import { usePageTitle } from '../../hooks/scope.js'
import type { SignableKind } from '../../trust/signable.js'
import { PageHead } from '../../ui/PageHead.js'
import { Spoken } from '../../ui/Spoken.js'

/** The page of one thing of a safe that the link names. */
export function NamedPage<Name extends string>({
  title,
  kind,
  name,
  from,
  Status,
  Details,
}: {
  title: 'Transaction' | 'Message'
  kind: SignableKind
  /** Undefined: the link names none. */
  name: Name | undefined
  /** Where links to it are found. */
  from: string
  Status: (props: { open: OpenSafe; name: Name }) => ReactNode
  Details: (props: { open: OpenSafe; name: Name }) => ReactNode
}) {
  usePageTitle(title)
  // What shows it comes while it is asked for, and not before the first content.
  useEffect(() => void loadDetails().catch(() => undefined), [])
  return (
    <SafeGate {...(name && { offline: showKept({ kind, title, id: name }) })}>
      {(open) =>
        name ? (
          <>
            <PageHead title={title}>
              <Status open={open} name={name} />
            </PageHead>
            <IndexingNotice chain={open.chain} address={open.address} />
            <Spoken as="h2">Details</Spoken>
            <Details open={open} name={name} />
          </>
        ) : (
          <Nothing title={`This link has no ${title.toLowerCase()}.`}>
            Open it from the {from} of its safe, then copy the link again.
          </Nothing>
        )
      }
    </SafeGate>
  )
}
