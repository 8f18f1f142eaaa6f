import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a panel that opens below its button, inside of one element. Escape
 * closes it and gives the focus back to the button; so does a press elsewhere.
 */
export function useClosing(
  isOpen: boolean,
  onClose: () => void,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      onClose()
      element.current?.querySelector('button')?.focus()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.current?.contains(target))
        onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [isOpen, onClose])
  return element
}
