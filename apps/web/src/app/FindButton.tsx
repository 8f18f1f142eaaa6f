import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import classes from './FindButton.module.css'

const CommandPalette = lazy(() => import('./CommandPalette.js'))

/** Opens the search over everything, here or with Ctrl or Cmd and K. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
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
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent)
}
