import { Link } from '@tanstack/react-router'
import { Address } from '../../components/Address.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useFindName } from '../../hooks/useFindName.js'
import { isAt } from '../../lib/isAt.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { pollInterval } from '../../lib/timing.js'
import { knownSafes } from '../../preferences/knownSafes.js'
import { openedSafes } from '../../preferences/openedSafes.js'
import { usePreference } from '../../preferences/preference.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Mark } from '../../ui/Mark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import { describeError } from '../../words/errors.js'
import classes from './AccountSection.module.css'
import type { ChainState } from './groupAccounts.js'

/** No chain answers: what this browser remembers is all that can be shown. */
export function UnreadableAccounts({
  states,
  onRetry,
}: {
  states: readonly ChainState[]
  onRetry: () => Promise<unknown>
}) {
  const remembered = useRemembered()
  return (
    <>
      <Section title="Safes">
        <EmptyState
          picture="failed"
          title="Can’t read accounts."
          facts={[
            ...states.map(({ chain, error }) => ({
              name: chain.name,
              value: describeError(error),
            })),
            {
              name: 'Retrying',
              value: `every ${pollInterval / 1000} seconds`,
            },
          ]}
          actions={
            <>
              <RetryButton onRetry={onRetry} />
              <LinkButton variant="default" to={paths.bringIn}>
                Import
              </LinkButton>
            </>
          }
        >
          Can’t reach any network. Nothing is lost: your safes are on the chain
          and appear here once a network answers. You can import a file or link
          from another owner and sign it without the network.
        </EmptyState>
      </Section>
      {remembered.length > 0 && (
        <Section
          className={classes.section}
          title="Safes in this browser"
          note="pinned, loaded or visited before; not read from the network"
        >
          <ul>
            {remembered.map(({ chain, address, name }) => (
              <li key={`${chain.chainId}:${address}`} className={classes.kept}>
                <Mark address={address} size={40} />
                <span className={classes.lines}>
                  <Link
                    className={classes.link}
                    to={paths.queue}
                    search={toSafeSearch({ chain, address })}
                  >
                    {name ?? 'Unnamed safe'} on {chain.name}
                  </Link>
                  <Address address={address} chain={chain} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** Pinned first, then what else was loaded here, then what was looked at last. */
function useRemembered() {
  const { chains } = useAppConfig()
  const findName = useFindName()
  const known = usePreference(knownSafes)
  const opened = usePreference(openedSafes)
  const all = [...known.toSorted((a, b) => +b.pinned - +a.pinned), ...opened]
  return all.flatMap((place, at) => {
    const chain = chains.find(({ chainId }) => chainId === place.chainId)
    const isRepeated = all.slice(0, at).some((one) => isAt(one, place))
    if (!chain || isRepeated) return []
    return { chain, address: place.address, name: findName(place) }
  })
}
