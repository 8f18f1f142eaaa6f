/**
 * `hello` opens a stream. `reset` says that events were missed: read again
 * what is shown. The others name what changed.
 */
export const liveEventNames = [
  'hello',
  'safe',
  'queue',
  'history',
  'message',
  'balance',
  'comment',
  'names',
  'reorg',
  'reset',
] as const
export type LiveEventName = (typeof liveEventNames)[number]
