export const statementWords = {
  balanced: 'Opening balances and movements make the closing balances.',
  unexplained:
    'Some of it is not explained by movements. A token may change balances by itself, or keep a part of each transfer. Currency can also come in without a trace, for example as a block reward.',
  oldSafe:
    'Safes before version 1.3.0 receive currency without a log: such payments are part of what is not explained.',
  noState:
    'Can’t read the balances. Old balances need a node that keeps an archive: choose one in Settings, Environment.',
} as const
