import { useDocumentTitle } from '@mantine/hooks'
import { paths } from '../../lib/paths.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Spoken } from '../../ui/Spoken.js'

export function NotFoundScreen() {
  useDocumentTitle('Not found · Covault')
  return (
    <>
      <Spoken as="h1">Not found</Spoken>
      <EmptyState
        picture="0x0404"
        title="Page not found."
        actions={<LinkButton to={paths.accounts}>Go to accounts</LinkButton>}
      >
        The link may be mistyped or out of date.
      </EmptyState>
    </>
  )
}
