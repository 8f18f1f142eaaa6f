export const statementWords = {
  balanced: 'Opening balances plus movements equal the closing balances.',
  unexplained: 'Movements don’t explain every change.',
  currency:
    'Native currency can arrive without a log entry: sent along with an execution, as a block reward, or from a contract that self-destructs. A delegatecall can also send currency without a log entry.',
  tokens:
    'A token may change balances on its own, or keep part of each transfer.',
  oldSafe:
    'Safes older than version 1.3.0 don’t log the payments they receive.',
  noState:
    'Can’t read the balances. Old balances need an archive RPC endpoint. Set one in Settings, Servers.',
  noAnswer:
    'Some tokens don’t report their balance or decimals, so those amounts are unknown.',
  leftOut:
    'left out, because no token list includes them. To see them, open the history and show suspicious transfers.',
} as const
