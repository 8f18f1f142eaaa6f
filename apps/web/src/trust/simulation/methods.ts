import { callAndRevert } from './callAndRevert.js'
import { callWithOverrides } from './callWithOverrides.js'
import type { Method } from './run.js'
import { simulateV1 } from './simulateV1.js'
import { traceCall } from './traceCall.js'

/** From the one that tells most to the one that every node can do. */
export const simulationMethods = {
  eth_simulateV1: simulateV1,
  debug_traceCall: traceCall,
  'eth_call with state overrides': callWithOverrides,
  simulateAndRevert: callAndRevert,
} as const satisfies Record<string, Method>

export type SimulationMethod = keyof typeof simulationMethods
