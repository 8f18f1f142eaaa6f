export const movementDetailsWords = {
  invented:
    'The gateway reports movements that the chain does not have. Don’t rely on this entry.',
  missing:
    'The chain has movements that the gateway leaves out. Don’t rely on this entry.',
  fee: 'The gateway reports a different network fee than the chain. The fee below is read from the chain.',
  refund: 'to refund the gas',
  unknown:
    'A delegatecall let someone else’s code act as the safe. The code may also have sent currency that no log entry shows. To check, open the statement, which compares balances.',
  labelStays:
    'Only you see this. It stays in this browser and is included in your exports.',
} as const
