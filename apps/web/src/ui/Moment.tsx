import {
  formatExactTime,
  formatMoment,
  formatShortDay,
  formatTime,
} from '../lib/formatTime.js'

const forms = {
  moment: formatMoment,
  day: formatShortDay,
  time: formatTime,
}

/** "14 Nov, 16:02", or one half of it; exact on hover. */
export function Moment({
  at,
  form = 'moment',
  className,
}: {
  /** In milliseconds. */
  at: number
  form?: keyof typeof forms
  className?: string | undefined
}) {
  return (
    <time
      className={className}
      dateTime={new Date(at).toISOString()}
      title={formatExactTime(at)}
    >
      {forms[form](at)}
    </time>
  )
}
