import { useLocation } from '@tanstack/react-router'

/** For parts that what else the address bar says does not concern. */
export function usePathname(): string {
  return useLocation({ select: ({ pathname }) => pathname })
}
