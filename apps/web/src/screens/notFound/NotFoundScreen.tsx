import { useDocumentTitle } from '@mantine/hooks'
import { paths } from '../../lib/paths.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'

export function NotFoundScreen() {
  useDocumentTitle('Not found · Covault')
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        picture={<Seal address="0x0404" state="open" size={72} />}
        title="There is no page at this address."
        actions={<LinkButton to={paths.accounts}>Go to accounts</LinkButton>}
      >
        The link may be mistyped, or it leads to a part of the product that does
        not exist here.
      </EmptyState>
    </>
  )
}
