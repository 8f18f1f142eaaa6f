import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../lib/formatCount.js'

/** Rows at once: a thousand of them keep a browser busy for seconds. */
const rowsAtOnce = 100

/** The first rows of a list that others can make long, and the way to the rest. */
export function usePortion<Item>(
  items: readonly Item[],
  portion = rowsAtOnce,
): {
  shown: readonly Item[]
  more: ReactNode
} {
  const [most, setMost] = useState(portion)
  const rest = items.length - most
  return {
    shown: items.slice(0, most),
    more: rest > 0 && (
      <Button variant="default" mt="md" onClick={() => setMost(most + portion)}>
        Show {formatNumber(Math.min(rest, portion))} more of{' '}
        {formatNumber(items.length)}
      </Button>
    ),
  }
}
