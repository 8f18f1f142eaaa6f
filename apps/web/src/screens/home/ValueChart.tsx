import type { ValueHistory } from '@covault/api'
import { useElementSize } from '@mantine/hooks'
import { scaleLinear, scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { FiatAmount } from '../../components/FiatAmount.js'
import { formatShortDay } from '../../lib/formatTime.js'
import { formatCents, toCents } from '../../lib/money.js'
import { describeLarge } from './describeLarge.js'
import classes from './ValueChart.module.css'

const axisWidth = 64
const lineHeight = 196
const flowHeight = 40
const height = lineHeight + flowHeight + 28

/** Numbers for drawing only; what is written comes from the exact text. */
type Point = {
  at: number
  value: number | undefined
  incoming: number
  outgoing: number
}

/** One line of value, and under it what came and went. */
export default function ValueChart({
  history: { points, largest },
  currency,
  nameOf,
}: {
  history: ValueHistory
  currency: string
  nameOf: Parameters<typeof describeLarge>[1]
}) {
  const { ref, width } = useElementSize()
  const [chosen, setChosen] = useState<number>()
  const drawn = points.map(toPoint)
  if (drawn.length === 0) return null
  const scales = createScales(drawn, Math.max(1, width - axisWidth))
  const at = Math.min(chosen ?? drawn.length - 1, drawn.length - 1)
  const point = points[at]
  const choose = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const time = scales.time.invert(event.clientX - left).getTime()
    setChosen(findNearest(drawn, time))
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(drawn.length - 1, at + step)))
  }
  return (
    <figure className={classes.chart} ref={ref}>
      {point && (
        <p className={classes.reading} aria-hidden={chosen === undefined}>
          {chosen !== undefined && (
            <>
              {formatShortDay(point.at)}{' '}
              {point.value === null ? (
                'no price known'
              ) : (
                <FiatAmount cents={toCents(point.value)} currency={currency} />
              )}
            </>
          )}
        </p>
      )}
      <div
        role="slider"
        tabIndex={0}
        className={classes.field}
        aria-label={`Value over time, ${currency.toUpperCase()}`}
        aria-valuemin={0}
        aria-valuemax={drawn.length - 1}
        aria-valuenow={at}
        aria-valuetext={point && describePoint(point)}
        onPointerMove={choose}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={move}
      >
        <svg width="100%" height={height} aria-hidden="true">
          <Grid scales={scales} width={width - axisWidth} />
          <LinePath
            data={drawn}
            x={({ at: time }) => scales.time(time)}
            y={({ value }) => scales.value(value ?? 0)}
            defined={({ value }) => value !== undefined}
            className={classes.line ?? ''}
          />
          <Flows points={drawn} scales={scales} />
          {largest.map((transfer, index) => (
            <Letter
              key={`${transfer.at}:${String(transfer.amount)}`}
              index={index}
              {...placeMark(drawn, transfer.at, scales)}
            />
          ))}
          {drawn[at] && (
            <Cursor
              point={drawn[at]}
              scales={scales}
              isChosen={chosen !== undefined}
            />
          )}
        </svg>
      </div>
      {largest.length > 0 && (
        <figcaption className={classes.captions}>
          {largest.map((transfer, index) => (
            <span key={`${transfer.at}:${String(transfer.amount)}`}>
              <b className={classes.key}>{toLetter(index)}</b>
              {describeLarge(transfer, nameOf)}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

type Scales = ReturnType<typeof createScales>

function createScales(points: readonly Point[], width: number) {
  const values = points.flatMap(({ value }) => value ?? [])
  const lowest = Math.min(...values)
  const highest = Math.max(...values)
  const room = (highest - lowest || highest || 1) * 0.12
  const flows = points.flatMap(({ incoming, outgoing }) => [incoming, outgoing])
  return {
    time: scaleTime({
      domain: [points[0]?.at ?? 0, points.at(-1)?.at ?? 1],
      range: [0, width],
    }),
    value: scaleLinear({
      domain: [Math.max(0, lowest - room), highest + room],
      range: [lineHeight, 8],
      nice: 4,
    }),
    flow: scaleLinear({
      domain: [0, Math.max(...flows, 1)],
      range: [0, flowHeight / 2 - 2],
    }),
  }
}

function Grid({
  scales: { time, value },
  width,
}: {
  scales: Scales
  width: number
}) {
  const zero = lineHeight + flowHeight / 2
  return (
    <>
      {value.ticks(4).map((tick) => (
        <g key={tick}>
          <line
            x1={0}
            y1={value(tick)}
            x2={width}
            y2={value(tick)}
            className={classes.grid}
          />
          <text x={width + 8} y={value(tick) + 4} className={classes.label}>
            {shorten(tick)}
          </text>
        </g>
      ))}
      <line x1={0} y1={zero} x2={width} y2={zero} className={classes.zero} />
      <text x={width + 8} y={zero + 4} className={classes.label}>
        In and out
      </text>
      {time.ticks(width < 500 ? 3 : 5).map((tick) => (
        <text
          key={tick.getTime()}
          x={Math.max(20, Math.min(width - 20, time(tick)))}
          y={height - 4}
          textAnchor="middle"
          className={classes.label}
        >
          {formatShortDay(tick.getTime())}
        </text>
      ))}
    </>
  )
}

function Flows({
  points,
  scales: { time, flow },
}: {
  points: readonly Point[]
  scales: Scales
}) {
  const zero = lineHeight + flowHeight / 2
  return points.flatMap(({ at, incoming, outgoing }) => [
    incoming > 0 && (
      <rect
        key={`in${at}`}
        x={time(at) - 2.5}
        y={zero - Math.max(2, flow(incoming))}
        width={5}
        height={Math.max(2, flow(incoming))}
        className={classes.in}
      />
    ),
    outgoing > 0 && (
      <rect
        key={`out${at}`}
        x={time(at) - 2.5}
        y={zero}
        width={5}
        height={Math.max(2, flow(outgoing))}
        className={classes.out}
      />
    ),
  ])
}

function Cursor({
  point: { at, value },
  scales,
  isChosen,
}: {
  point: Point
  scales: Scales
  isChosen: boolean
}) {
  const x = scales.time(at)
  return (
    <>
      {isChosen && (
        <line
          x1={x}
          y1={0}
          x2={x}
          y2={lineHeight + flowHeight}
          className={classes.cursor}
        />
      )}
      {value !== undefined && (
        <circle
          cx={x}
          cy={scales.value(value)}
          r={3.5}
          className={classes.dot}
        />
      )}
    </>
  )
}

function Letter({ index, x, y }: { index: number; x: number; y: number }) {
  const top = Math.max(9, y - 18)
  return (
    <g>
      <line
        x1={x}
        y1={top + 9}
        x2={x}
        y2={Math.max(y, top + 9)}
        className={classes.stem}
      />
      <circle cx={x} cy={top} r={9} className={classes.mark} />
      <text x={x} y={top + 4} textAnchor="middle" className={classes.letter}>
        {toLetter(index)}
      </text>
    </g>
  )
}

function toPoint({
  at,
  value,
  incoming,
  outgoing,
}: ValueHistory['points'][number]): Point {
  return {
    at,
    value: value === null ? undefined : Number(value),
    incoming: Number(incoming),
    outgoing: Number(outgoing),
  }
}

function findNearest(points: readonly Point[], time: number): number {
  const after = points.findIndex(({ at }) => at >= time)
  if (after <= 0) return after === 0 ? 0 : points.length - 1
  const before = points[after - 1]?.at ?? 0
  return time - before < (points[after]?.at ?? 0) - time ? after - 1 : after
}

/** A point is a day as it ended: what happened on it stands there. */
function placeMark(
  points: readonly Point[],
  time: number,
  scales: Scales,
): { x: number; y: number } {
  const isAfter = ({ at }: Point) => at >= time
  const known = points.filter(({ value }) => value !== undefined)
  const { at = time } = points.find(isAfter) ?? points.at(-1) ?? {}
  const { value = 0 } = known.find(isAfter) ?? known.at(-1) ?? {}
  return { x: scales.time(at), y: scales.value(value) }
}

function describePoint({ at, value }: ValueHistory['points'][number]): string {
  if (value === null) return `${formatShortDay(at)}: no price known`
  const { integer, fraction } = formatCents(toCents(value))
  return `${formatShortDay(at)}: ${integer}.${fraction}`
}

function toLetter(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index)
}

const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumSignificantDigits: 3,
})

/** "1.7 m", as the scale has it. */
function shorten(value: number): string {
  return compact
    .format(value)
    .replace(/([A-Z])$/, (unit) => ` ${unit.toLowerCase()}`)
}
