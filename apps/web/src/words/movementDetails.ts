export const movementDetailsWords = {
  invented:
    'The gateway reports movements that the chain does not have. Don’t rely on this entry.',
  missing:
    'The chain has movements that the gateway leaves out. Don’t rely on this entry.',
  fee: 'The gateway reports another network fee than the chain. The fee below is read from the chain.',
  refund: 'to refund the gas',
  unknown:
    'May also have sent currency that no log shows: code ran in the safe’s name. The statement compares balances.',
  labelStays:
    'Only you see this. It stays in this browser and goes into your exports.',
} as const
