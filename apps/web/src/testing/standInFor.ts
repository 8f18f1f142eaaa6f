import type { StandIn } from '@covault/api'
import { onTestFinished } from 'vitest'
import { provideStandIn } from '../queries/gateway.js'

/** Answers in the gateway's place for this test: later files share what is loaded. */
export function standInFor(answer: StandIn): void {
  provideStandIn(answer)
  onTestFinished(() => provideStandIn(async () => undefined))
}
