import { useServedRelease } from '../../hooks/useServedRelease.js'
import { paths } from '../../lib/paths.js'
import { compareReleases } from '../../trust/served/watchRelease.js'
import { Banner } from '../../ui/Banner.js'
import { LinkButton } from '../../ui/LinkButton.js'
import {
  alarmWords,
  differingWords,
  retiredWords,
} from '../../words/release.js'

/** A changed server, or an update that waits for the reader's consent. */
export function ReleaseBanner() {
  const { kept, alarm, isRetired, differing = [] } = useServedRelease()
  if (alarm) {
    const { title, cause, advice } = alarmWords[alarm]
    return (
      <Banner kind="danger" title={title}>
        {cause} {advice}
      </Banner>
    )
  }
  if (isRetired)
    return (
      <Banner kind="warn" title={retiredWords.title}>
        {retiredWords.cause} {retiredWords.advice}
      </Banner>
    )
  if (differing.length > 0 && !kept?.other)
    return (
      <Banner
        kind="warn"
        title={differingWords.title}
        action={
          <LinkButton size="xs" variant="default" to={paths.proof}>
            Show files
          </LinkButton>
        }
      >
        {differingWords.cause}
      </Banner>
    )
  if (!kept?.other || !compareReleases(kept)?.isNewer) return null
  const { product, severity } = kept.other.release
  const isUrgent = severity === 'security'
  if (kept.declined === kept.other.id && !isUrgent) return null
  return (
    <Banner
      kind={isUrgent ? 'warn' : 'news'}
      title={
        isUrgent
          ? `Version ${product} fixes a security problem.`
          : `Version ${product} is available.`
      }
      action={
        <LinkButton size="xs" variant="default" to={paths.proof}>
          Review update
        </LinkButton>
      }
    >
      You are running version {kept.release.product}. Nothing changes until you
      agree.
    </Banner>
  )
}
