import { randomUUID } from 'node:crypto'

// No caller can know what replaces a number, and so write one.
const mark = `${randomUUID()}:`
const marked = new RegExp(`"${mark}(-?[0-9]+)"`, 'g')

/** JSON in which a bigint is a number with all of its digits. */
export function writeJson(value: unknown): string {
  let isExact = true
  const text = JSON.stringify(value, (_, field) => {
    if (typeof field !== 'bigint') return field
    isExact = false
    return `${mark}${field}`
  })
  return isExact ? text : text.replace(marked, '$1')
}

/** ISO-8601 in UTC, with a fraction only where there is one. */
export function writeDate(date: Date): string {
  const [seconds = '', fraction = ''] = date.toISOString().split('.')
  const milliseconds = fraction.slice(0, 3)
  return milliseconds === '000'
    ? `${seconds}Z`
    : `${seconds}.${milliseconds}000Z`
}
