import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fetchManifest } from '../../apps/manifest.js'
import { usePreference } from '../../preferences/preference.js'
import {
  findAnswer,
  safeAppPreferences,
  saveAnswer,
} from '../../preferences/safeApps.js'
import classes from './AppFrame.module.css'
import { featureNames, isOfferedFeature } from './featureNames.js'

type Features = {
  origin: string
  /** For the frame's `allow`: what was granted, for this origin alone. */
  allow: string
  /** What the app would like and nobody has answered yet. */
  open: readonly (keyof typeof featureNames)[]
}

/** The manifest only asks; without it an app gets nothing of the browser. */
export function useFeatures({
  url,
  origin,
}: {
  url: string
  origin: string
}): Features {
  const preferences = usePreference(safeAppPreferences)
  const { data: manifest } = useQuery({
    queryKey: ['manifest', url],
    queryFn: ({ signal }) => fetchManifest(url, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const asked = (manifest?.features ?? []).filter(isOfferedFeature)
  const answerOf = (what: string) => findAnswer(preferences, { origin, what })
  return {
    origin,
    allow: asked
      .filter((what) => answerOf(what)?.isGranted)
      .map((what) => `${what} ${origin}`)
      .join('; '),
    open: asked.filter((what) => !answerOf(what)),
  }
}

export function Features({
  features: { origin, open },
}: {
  features: Features
}) {
  if (open.length === 0) return null
  const answer = (isGranted: boolean) => {
    for (const what of open)
      saveAnswer({ origin, what, isGranted, at: Date.now() })
  }
  return (
    <div className={classes.features} role="status">
      <span>
        This app wants to {open.map((what) => featureNames[what]).join(', ')}.
        It also works without this permission.
      </span>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => answer(false)}>
          No
        </Button>
        <Button variant="default" onClick={() => answer(true)}>
          Allow
        </Button>
      </div>
    </div>
  )
}
