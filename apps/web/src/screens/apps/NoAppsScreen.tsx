import { SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { missing } from '../../words/outages.js'

/** In place of everything about apps, where the page comes from a folder. */
export function NoAppsScreen() {
  usePageTitle('Apps')
  return (
    <SafeGate>
      {({ address }) => (
        <>
          <PageHead title="Apps" />
          <EmptyState
            picture={address}
            title="Not available when opened from a folder"
          >
            {missing.apps}
          </EmptyState>
        </>
      )}
    </SafeGate>
  )
}
