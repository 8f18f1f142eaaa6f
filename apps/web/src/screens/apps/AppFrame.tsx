import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Host } from '../../apps/answerRequest.js'
import { useScopeSearch } from '../../hooks/scope.js'
import { toForeignText } from '../../lib/foreignText.js'
import { paths } from '../../lib/paths.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Remark } from '../../ui/Remark.js'
import { Tag } from '../../ui/Tag.js'
import classes from './AppFrame.module.css'
import { Features, useFeatures } from './Features.js'
import { useAppHost } from './useAppHost.js'

/**
 * Scripts, forms, windows of its own, and its own storage, which another
 * origin than ours may have. It cannot lead this page away, nor open anything
 * outside of these bounds.
 */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups'

/** Milliseconds after which a page that has not come is called slow. */
const patience = 12_000

const sources = {
  gateway: 'listed by this gateway',
  custom: 'added by you',
} as const

export function AppFrame({
  url,
  origin,
  name,
  source,
  host,
  children,
}: {
  url: string
  origin: string
  name: string
  source: keyof typeof sources | undefined
  host: Host
  /** What is to be said of its requests. */
  children: ReactNode
}) {
  const search = useScopeSearch()
  const frame = useRef<HTMLIFrameElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<string>()
  const features = useFeatures({ url, origin })
  // What is allowed counts from when a page is loaded.
  const load = `${attempt} ${features.allow}`
  const { hasSpoken } = useAppHost(frame, { origin, host, load })
  const isLate = useLate(hasSpoken, load)
  return (
    <section className={classes.app} aria-label={toForeignText(name)}>
      <div className={classes.head}>
        <div className={classes.who}>
          <h1 className={classes.name}>{toForeignText(name)}</h1>
          <p className={classes.origin}>{origin}</p>
        </div>
        <Tag>{source ? sources[source] : 'unverified'}</Tag>
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={() => setAttempt(attempt + 1)}
          >
            Reload
          </Button>
          <LinkButton variant="default" to={paths.apps} search={search}>
            All apps
          </LinkButton>
        </div>
      </div>
      <Features features={features} />
      {children}
      {isLate && !hasSpoken && (
        <Remark kind="warn" role="status">
          {loaded === load
            ? 'The page loaded, but hasn’t asked which safe is open. If it stays blank, the app is down, can’t be shown in a frame, or isn’t a Safe App.'
            : 'The app hasn’t answered yet. It may be slow or down. Your safe isn’t affected.'}
        </Remark>
      )}
      <iframe
        key={load}
        ref={frame}
        className={classes.frame}
        title={toForeignText(name)}
        src={url}
        sandbox={sandbox}
        allow={features.allow}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(load)}
      />
    </section>
  )
}

function useLate(hasSpoken: boolean, load: string): boolean {
  const [late, setLate] = useState<string>()
  useEffect(() => {
    if (hasSpoken) return
    const timer = setTimeout(() => setLate(load), patience)
    return () => clearTimeout(timer)
  }, [hasSpoken, load])
  return late === load
}
