import {
  useAccountModal,
  useChainModal,
  useConnectModal,
} from '@rainbow-me/rainbowkit'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * RainbowKit's modals, and a question that a menu asked, leave the focus to
 * nobody when they close: anyone who uses a keyboard would begin again at the
 * top of the page. It goes back to where it was, or to the wallet's button.
 */
export function useFocusReturn(parameters: {
  isAsking: boolean
  home: RefObject<HTMLElement | null>
}): void {
  const { isAsking, home } = parameters
  const { connectModalOpen } = useConnectModal()
  const { chainModalOpen } = useChainModal()
  const { accountModalOpen } = useAccountModal()
  const isOpen =
    connectModalOpen || chainModalOpen || accountModalOpen || isAsking
  const last = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(dialog))
        last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])

  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed || document.activeElement !== document.body) return
    // Another dialog looks after the focus itself.
    if (document.querySelector(dialog)) return
    const former = last.current?.isConnected ? last.current : null
    const place = former ?? home.current?.querySelector('button')
    place?.focus()
  }, [isOpen, home])
}

const dialog = '[role="dialog"]'
