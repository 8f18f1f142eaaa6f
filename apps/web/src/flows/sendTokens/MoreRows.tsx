import { Button } from '@mantine/core'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SendableToken } from './checkPayments.js'
import {
  countRoom,
  lastToken,
  mostPayments,
  type Payment,
  type PaymentTexts,
} from './input.js'
import { PasteList } from './PasteList.js'
import classes from './SendTokensForm.module.css'

const look = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** The ways to more rows: one by one, or a whole list. */
export function MoreRows({
  chain,
  tokens,
  payments,
  pasted,
  onPasted,
  news,
  onAdd,
  onTake,
}: {
  chain: ChainConfig
  tokens: ReadonlyMap<Address, SendableToken>
  payments: readonly Payment[]
  /** The list that is being put in; undefined: none is. */
  pasted: string | undefined
  onPasted: (pasted: string | undefined) => void
  news: string
  onAdd: () => void
  onTake: (added: readonly PaymentTexts[]) => void
}) {
  const token = lastToken(payments)
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus {...look} />}
          disabled={payments.length >= mostPayments}
          onClick={onAdd}
        >
          Add recipient
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconClipboardText {...look} />}
          aria-expanded={pasted !== undefined}
          onClick={() => onPasted(pasted === undefined ? '' : undefined)}
        >
          Paste list or import CSV
        </Button>
        <p className={classes.news} role="status">
          {news}
        </p>
      </div>
      {pasted !== undefined && (
        <PasteList
          text={pasted}
          onText={onPasted}
          token={token}
          tokens={[...tokens.values()]}
          symbol={tokens.get(token)?.symbol}
          native={chain.nativeCurrency.symbol}
          room={countRoom(payments)}
          onTake={onTake}
        />
      )}
    </>
  )
}
