import type { Browser, CDPSession } from '@playwright/test'
import { readHeap } from './readHeap.js'

export type ScrollFigures = {
  frames: number
  /** Scripting within one frame. */
  p95Ms: number
  worstMs: number
  mostElements: number
  /** At the beginning and at the end, without what can be thrown away. */
  firstHeapMegabytes: number
  lastHeapMegabytes: number
}

type TraceEvent = {
  name: string
  ph: string
  ts: number
  dur?: number
  tid: number
  pid: number
}

/** Turns the wheel for a while and looks at what every frame cost. */
export async function measureScrolling(
  browser: Browser,
  { url, content, turns }: { url: string; content: string; turns: number },
): Promise<ScrollFigures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.goto(url)
    await page.locator(content).first().waitFor()
    await page.mouse.move(700, 500)
    const firstHeapMegabytes = await readHeap(session)
    const stop = await startTracing(session)
    let mostElements = 0
    for (let turn = 0; turn < turns; turn++) {
      await page.mouse.wheel(0, 600)
      const elements = await page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            requestAnimationFrame(() =>
              resolve(document.getElementsByTagName('*').length),
            ),
          ),
      )
      mostElements = Math.max(mostElements, elements)
    }
    const costs = readFrames(await stop())
    return {
      frames: costs.length,
      p95Ms: costs[Math.floor(costs.length * 0.95)] ?? 0,
      worstMs: costs.at(-1) ?? 0,
      mostElements,
      firstHeapMegabytes,
      lastHeapMegabytes: await readHeap(session),
    }
  } finally {
    await context.close()
  }
}

async function startTracing(
  session: CDPSession,
): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline.frame',
        'v8.execute',
      ],
    },
  })
  return async () => {
    const complete = new Promise<void>((resolve) =>
      session.once('Tracing.tracingComplete', () => resolve()),
    )
    await session.send('Tracing.end')
    await complete
    return events
  }
}

const scripting = new Set([
  'EvaluateScript',
  'FireAnimationFrame',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
])

/** Milliseconds of scripting between one frame and the next, cheapest first. */
function readFrames(events: TraceEvent[]): number[] {
  const starts = events.filter(({ name }) => name === 'BeginMainThreadFrame')
  if (starts.length === 0) throw new Error('The trace has no frames.')
  const thread = starts[0]?.tid
  const begins = starts.map(({ ts }) => ts).sort((a, b) => a - b)
  const scripts = events
    .filter(
      ({ name, ph, tid }) =>
        ph === 'X' && tid === thread && scripting.has(name),
    )
    .sort((a, b) => a.ts - b.ts)
  const costs = begins.map(() => 0)
  let at = 0
  let covered = 0
  for (const { ts, dur = 0 } of scripts) {
    // A call within a call is counted with the outer one.
    if (ts < covered) continue
    covered = ts + dur
    while (at + 1 < begins.length && (begins[at + 1] ?? 0) <= ts) at += 1
    costs[at] = (costs[at] ?? 0) + dur / 1000
  }
  return costs.sort((a, b) => a - b)
}
