import { Button } from '@mantine/core'
import { downloadText } from '../../lib/files.js'
import {
  type StatementContent,
  writeStatementCsv,
  writeStatementJson,
} from './statementFile.js'

/** What the statement says besides the movements, as a file. */
export function SaveBalances({ content }: { content: StatementContent }) {
  const { safe, period } = content
  const name = `covault-statement-${safe.replace(':', '-').slice(0, 20)}-${period.from}-${period.to}`
  return (
    <Button.Group>
      <Button
        variant="default"
        onClick={() =>
          downloadText({
            name: `${name}.csv`,
            type: 'text/csv',
            text: writeStatementCsv(content),
          })
        }
      >
        Balances as CSV
      </Button>
      <Button
        variant="default"
        aria-label="Balances as JSON"
        onClick={() =>
          downloadText({
            name: `${name}.json`,
            type: 'application/json',
            text: writeStatementJson(content),
          })
        }
      >
        JSON
      </Button>
    </Button.Group>
  )
}
