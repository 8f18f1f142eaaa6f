import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Address } from 'viem'
import { formatCount } from '../../lib/formatCount.js'
import { FileButton } from '../../ui/FileButton.js'
import { describeError } from '../../words/errors.js'
import type { SendableToken } from './checkPayments.js'
import { mostPayments, type PaymentTexts } from './input.js'
import classes from './PasteList.module.css'
import {
  type ListReading,
  readListFile,
  readPaymentList,
} from './paymentList.js'

/** Many payments at once, out of a spreadsheet. All of them or none. */
export function PasteList({
  text,
  onText,
  token,
  tokens,
  symbol,
  native,
  room,
  onTake,
}: {
  text: string
  onText: (text: string) => void
  /** What lines send that have no column for the token. */
  token: Address
  /** What the safe holds, for lines that name a token by its symbol. */
  tokens: readonly SendableToken[]
  symbol: string | undefined
  /** The symbol of the native currency. */
  native: string
  /** How many rows fit. */
  room: number
  onTake: (payments: readonly PaymentTexts[]) => void
}) {
  const id = useId()
  const [mistakes, setMistakes] = useState(() =>
    text
      ? describeMistakes(readPaymentList(text, { token, tokens }), room)
      : [],
  )
  const take = (list: string) => {
    const reading = readPaymentList(list, { token, tokens })
    const found = describeMistakes(reading, room)
    setMistakes(found)
    if (found.length === 0) onTake(reading.payments)
  }
  const takeFile = async (file: File) => {
    try {
      take(await readListFile(file))
    } catch (error) {
      setMistakes([describeError(error)])
    }
  }
  return (
    <div className={classes.panel}>
      <label className={classes.label} htmlFor={id}>
        One payment per line
      </label>
      <p className={classes.hint} id={`${id}-hint`}>
        Columns: <code>token_address,receiver,amount</code>. The header line is
        optional. Enter a token by its address, or by its symbol if only one
        token in this safe has that symbol. Leave the first column empty to send{' '}
        {native}. Lines with two columns, <code>receiver,amount</code>, send{' '}
        {symbol ?? native}.
      </p>
      <textarea
        id={id}
        className={classes.list}
        rows={6}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {mistakes.length > 0 && (
        <div className={classes.mistakes} role="alert">
          {mistakes.map((mistake) => (
            <p key={mistake}>{mistake}</p>
          ))}
        </div>
      )}
      <div className={classes.actions}>
        <Button disabled={!text.trim()} onClick={() => take(text)}>
          Add rows
        </Button>
        <FileButton
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          icon={
            <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" />
          }
          onFile={(file) => void takeFile(file)}
        >
          Import CSV
        </FileButton>
      </div>
    </div>
  )
}

/** As many as one wants to read at once. */
const mostShown = 10

function describeMistakes(
  { payments, mistakes }: ListReading,
  room: number,
): string[] {
  if (mistakes.length === 0 && payments.length > room)
    return [
      `There is room for ${formatCount(room, 'more row')}, but the list has ${payments.length}. At most ${mostPayments} payments fit in one transaction.`,
    ]
  const shown = mistakes
    .slice(0, mostShown)
    .map(({ row, reason }) => `Row ${row}: ${reason}`)
  if (mistakes.length <= mostShown) return shown
  return [
    ...shown,
    `and ${formatCount(mistakes.length - mostShown, 'more row')}.`,
  ]
}
