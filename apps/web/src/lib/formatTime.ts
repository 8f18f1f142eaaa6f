const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
})
const month = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
})
const exact = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'long',
})

/** "17:20", in the reader's time zone. */
export function formatTime(milliseconds: number): string {
  return time.format(milliseconds)
}

/** "Saturday 14 November 2026". */
export function formatDay(milliseconds: number): string {
  return day.format(milliseconds).replace(',', '')
}

/** "1–30 November 2026", of days as "2026-11-01". */
export function formatDays(from: string, to: string): string {
  const [first, last] = [from, to].map((one) => Date.parse(`${one}T00:00:00`))
  return days.formatRange(first ?? 0, last ?? 0)
}

/** "14 Nov". */
export function formatShortDay(milliseconds: number): string {
  return shortDay.format(milliseconds)
}

/** "14 Nov, 17:20". */
export function formatMoment(milliseconds: number): string {
  return `${formatShortDay(milliseconds)}, ${formatTime(milliseconds)}`
}

/** "November 2026". */
export function formatMonth(milliseconds: number): string {
  return month.format(milliseconds)
}

/** For titles: to the second, with the zone. */
export function formatExactTime(milliseconds: number): string {
  return exact.format(milliseconds)
}
