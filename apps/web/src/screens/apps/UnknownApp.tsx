import { Button } from '@mantine/core'
import { useScopeSearch } from '../../hooks/scope.js'
import { paths } from '../../lib/paths.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'

/** Before anything is loaded from an origin that nobody vouches for. */
export function UnknownApp({
  url,
  origin,
  isListMissing,
  onOpen,
}: {
  url: string
  origin: string
  isListMissing: boolean
  onOpen: () => void
}) {
  const search = useScopeSearch()
  return (
    <>
      <PageHead title="App" />
      <EmptyState
        picture="0x07"
        title="This app is unverified."
        facts={[
          { name: 'Origin', value: origin },
          ...(url === origin ? [] : [{ name: 'Address', value: url }]),
        ]}
        actions={
          <>
            <LinkButton to={paths.apps} search={search}>
              Back to apps
            </LinkButton>
            <Button variant="default" onClick={onOpen}>
              Open anyway
            </Button>
          </>
        }
      >
        {isListMissing
          ? 'Can’t load the list of apps, so this app can’t be checked against it. '
          : 'This gateway doesn’t list the app, and you haven’t added it. '}
        Nothing was loaded from it yet. An app sees the safe’s address and can
        request transactions. Check its origin letter by letter, and read every
        review it opens.
      </EmptyState>
    </>
  )
}
