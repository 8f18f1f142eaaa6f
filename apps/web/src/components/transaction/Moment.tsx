import {
  formatExactTime,
  formatShortDay,
  formatTime,
} from '../../lib/formatTime.js'

/** "14 Nov, 16:02", in the reader's time zone; exact on hover. */
export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExactTime(at)}>
      {formatShortDay(at)}, {formatTime(at)}
    </time>
  )
}
