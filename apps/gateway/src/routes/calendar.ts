import { InputFailure, RuleFailure } from '../failures.js'

/** The calendar day of a moment, where the reader lives. */
export function readCalendar(query: {
  timezone?: string | undefined
  timezone_offset?: string | undefined
}): (time: number) => string {
  const { timezone, timezone_offset: offset } = query
  if (timezone) {
    const format = openCalendar(timezone)
    return (time) => format.format(time)
  }
  const shift = readOffset(offset ?? '0')
  return (time) => new Date(time + shift).toISOString().slice(0, 10)
}

/** Milliseconds; older clients tell their zone by it. */
function readOffset(text: string): number {
  if (/^-?[0-9]{1,9}$/.test(text)) return Number(text)
  throw new RuleFailure('Validation failed (numeric string is expected)', {
    status: 400,
    named: true,
  })
}

function openCalendar(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone })
    // There are some hundred zones, but any spelling of them is taken.
    if (calendars.size < 1_000) calendars.set(timeZone, format)
    return format
  } catch {
    throw new InputFailure({
      code: 'custom',
      path: ['timezone'],
      message: 'Invalid Timezone',
    })
  }
}

const calendars = new Map<string, Intl.DateTimeFormat>()
