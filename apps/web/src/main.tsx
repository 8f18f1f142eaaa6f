import './app/trustedTypes.js'
import './app/styles.js'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, Providers } from './app/providers.js'
import { createAppRouter, loadAskFirst } from './app/router.js'
import { keepFacts } from './preferences/keptFacts.js'
import { keepLastState } from './preferences/lastState.js'
import { appConfigQuery } from './queries/appConfig.js'
import { isKeptAnswer } from './queries/keptAnswers.js'
import { takeEarly, waitForFirst } from './queries/takeEarly.js'
import { watchTakeover } from './trust/served/servedRelease.js'
import { hasSessionEnded, hearSessionEnd } from './wallet/rememberedSession.js'

/** Milliseconds that the page waits for what was known before. */
const longestWait = 100

watchTakeover()
void start()

/**
 * Draws when there is something to draw: React shows what had to wait inside of
 * it 300 ms later. Until then the document's own frame stands.
 */
async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) return
  const queries = createQueryClient()
  keepFacts(queries)
  // The name of this file changes with every release.
  const known = keepLastState(queries, {
    release: import.meta.url,
    isKept: isKeptAnswer,
    hasEnded: hasSessionEnded(),
    hearEnd: hearSessionEnd,
  })
  const router = createAppRouter()
  const address = new URL(location.href)
  const [asked] = await Promise.all([
    queries
      .prefetchQuery(appConfigQuery)
      .then(() => takeEarly(queries, address, loadAskFirst)),
    router.load(),
    Promise.race([known, delay(longestWait)]),
  ])
  await waitForFirst(queries, asked)
  // Nothing is flushed: what effects do comes after the page, not before it.
  createRoot(container).render(
    <StrictMode>
      <Providers queries={queries}>
        <RouterProvider router={router} />
      </Providers>
      <Drawn />
    </StrictMode>,
  )
}

/** In one turn with the page, so that neither is painted without the other's place. */
function Drawn() {
  useLayoutEffect(() => document.getElementById('frame')?.remove(), [])
  return null
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
