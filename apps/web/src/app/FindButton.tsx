import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { showToast } from '../ui/toasts.js'
import classes from './FindButton.module.css'

/** Comes after the first content: it finds what is in the browser without a network. */
export const loadPalette = () => import('./CommandPalette.js')

/** Opens the search over everything, here or with Ctrl or Cmd and K. */
export function FindButton() {
  const { isOpen, setOpen, Palette } = usePalette()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [setOpen])
  return (
    <>
      <button
        type="button"
        className={classes.find}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>Search</span>
        <kbd className={classes.key}>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}

/** What can’t be loaded must not take the page with it. */
function usePalette() {
  const [isOpen, setOpen] = useState(false)
  const [Palette, setPalette] =
    useState<ComponentType<{ onClose: () => void }>>()
  useEffect(() => {
    if (!isOpen || Palette) return
    let isAwaited = true
    const miss = () => {
      if (!isAwaited) return
      setOpen(false)
      showToast({
        kind: 'error',
        text: 'Can’t load the search. Check your connection, then try again.',
      })
    }
    loadPalette().then((loaded) => setPalette(() => loaded.default), miss)
    return () => {
      isAwaited = false
    }
  }, [isOpen, Palette])
  return { isOpen, setOpen, Palette }
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent)
}
