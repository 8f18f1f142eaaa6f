export const statementWords = {
  balanced: 'Opening balances and movements make the closing balances.',
  unexplained: 'Movements don’t explain every change.',
  currency:
    'Currency can come in without a log: attached to an execution, as a block reward, or from a contract that ends itself. Code that ran in the safe’s name can also send some without a log.',
  tokens:
    'A token may change balances by itself, or keep a part of each transfer.',
  oldSafe: 'Safes before version 1.3.0 log no payments that they receive.',
  noState:
    'Can’t read the balances. Old balances need a node that keeps an archive: choose one in Settings, Environment.',
  noAnswer:
    'Some tokens don’t say their balance or decimals: those amounts are unknown.',
  leftOut:
    'left out, because no list knows them. To see them, open the history and show suspicious transfers.',
} as const
