import { formatMonth } from '../../lib/formatTime.js'
import type { Period } from './statementQuery.js'

/** The month that a day is in, on the reader's calendar. */
export function findMonth(day: Date): Period {
  const year = day.getFullYear()
  const first = new Date(year, day.getMonth(), 1)
  const last = new Date(year, day.getMonth() + 1, 0)
  return { from: toDay(first), to: toDay(last) }
}

/** This month and the two before it. */
export function listMonths(today: Date): (Period & { title: string })[] {
  return [0, 1, 2].map((back) => {
    const first = new Date(today.getFullYear(), today.getMonth() - back, 1)
    return { title: formatMonth(first.getTime()), ...findMonth(first) }
  })
}

export function isPeriod({ from, to }: Period): boolean {
  return from !== '' && to !== '' && from <= to
}

function toDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
