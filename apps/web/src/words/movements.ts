export const movementWords = {
  invented:
    'The gateway reports movements that the chain does not have. Don’t rely on this entry.',
  missing:
    'The chain has movements that the gateway leaves out. Don’t rely on this entry.',
  refund: 'to refund the gas',
} as const
