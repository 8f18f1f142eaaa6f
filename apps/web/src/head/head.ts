import type { EarlyAnswers } from '../trust/early.js'
import { ask } from './ask.js'
import { listFirstQuestions, readPage } from './firstQuestions.js'
import { paintTheme, readStored } from './theme.js'

/** Written by the build: by path, which files are a page's own. */
declare const pageTable: { files: string[]; pages: Record<string, number[]> }

/** Also by the build: the nodes of chains that everybody knows. */
declare const nodeTable: Record<number, string>

const page = readPage(location.href)

paintTheme()
markPlace()
preloadPage()
askEarly()

/** Which of the document's two lists is meant, and where in it the reader is. */
function markPlace(): void {
  const { dataset } = document.documentElement
  dataset.at = page.pathname
  if (page.searchParams.has('safe')) dataset.scope = 'safe'
}

/** A page's own files come with the entry's, not after it. */
function preloadPage(): void {
  // The build writes the table wherever it is named, so that is here alone.
  const table = pageTable
  const files = table.pages[page.pathname] ?? []
  if (files.length === 0) return
  const map = document.querySelector('script[type=importmap]')?.textContent
  const { integrity } = JSON.parse(map ?? '{}') as {
    integrity: Record<string, string>
  }
  for (const at of files) {
    const file = table.files[at] ?? ''
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.integrity = integrity[`/${file}`] ?? ''
    link.href = `/${file}`
    document.head.append(link)
  }
}

/** What the page needs first is asked for while the scripts are on their way. */
function askEarly(): void {
  const link = document.querySelector<HTMLLinkElement>('link#app-config')
  if (!link) return
  const early: EarlyAnswers = new Map()
  window.covaultEarly = early
  ask(early, { url: link.href })
    .then(async (answer) => {
      const config = await answer.clone().json()
      const isFromFolder = link.getAttribute('href') === '/chains.json'
      const reader = { page, isFromFolder, readStored, nodes: nodeTable }
      for (const question of listFirstQuestions(config, reader))
        void ask(early, question)
    })
    // What cannot be read here the app finds out itself, and tells.
    .catch(() => undefined)
}
