import { useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.js'

export type Toast = {
  id: number
  /** An error stays until it is closed. */
  kind: 'done' | 'error'
  text: string
  action?: { label: string; onClick: () => void } | undefined
}

const listeners = new Set<(toast: Toast) => void>()
const shown = createStore<readonly Toast[]>([])
let lastId = 0

/** Says what has just happened. One at a time: a new one takes the place. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const errors = shown
    .read()
    .filter(({ kind }) => kind === 'error')
    .slice(-2)
  const added = { ...toast, id: lastId }
  shown.write([...errors, added])
  for (const listener of listeners) listener(added)
}

/** Tells of everything that is said from now on; returns how to end that. */
export function onToast(listener: (toast: Toast) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function closeToast(id: number): void {
  shown.write(shown.read().filter((toast) => toast.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(shown.subscribe, shown.read)
}
