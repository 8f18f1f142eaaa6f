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
        title="Nobody vouches for this app."
        facts={[
          { name: 'It comes from', value: origin },
          ...(url === origin ? [] : [{ name: 'Address', value: url }]),
        ]}
        actions={
          <>
            <LinkButton to={paths.apps} search={search}>
              Back to the apps
            </LinkButton>
            <Button variant="default" onClick={onOpen}>
              Open it nevertheless
            </Button>
          </>
        }
      >
        {isListMissing
          ? 'The list of apps could not be loaded, so it is not known whether this one is on it. '
          : 'It is not on the list of this installation, and you have not added it. '}
        Nothing was loaded from there yet. An app sees the address of the safe
        and can propose anything; read the origin letter by letter, and every
        review that it asks for.
      </EmptyState>
    </>
  )
}
