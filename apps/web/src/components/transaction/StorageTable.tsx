import type { CriticalField, StorageRow } from '@covault/protocol'
import { Remark } from '../../ui/Remark.js'
import classes from './SimulationReport.module.css'

const titles: Record<CriticalField, string> = {
  owners: 'Owners',
  threshold: 'Threshold',
  modules: 'Modules',
  guard: 'Guard',
  moduleGuard: 'Module guard',
  fallbackHandler: 'Fallback handler',
  singleton: 'Implementation',
  nonce: 'Nonce',
  otherSlots: 'All other data',
}

/** S47: what decides who controls the safe, before and after the run. */
export function StorageTable({ rows }: { rows: readonly StorageRow[] }) {
  const changed = rows.filter(({ status }) => status !== 'unchanged')
  const same = rows.filter(({ status }) => status === 'unchanged')
  const isWhole = rows.some(({ field }) => field === 'otherSlots')
  const isAlarming = rows.some(({ status }) => status === 'unexplained')
  return (
    <>
      {isAlarming && (
        <Remark kind="danger" role="alert">
          The safe would change in a way that no call explains.
        </Remark>
      )}
      <table className={classes.table} aria-label="Settings of the safe">
        <tbody>
          <tr className={classes.head}>
            <th scope="col">Settings of the safe</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Change</th>
          </tr>
          {changed.map(({ field, before, after, status }) => (
            <tr key={field} data-storage={status}>
              <th scope="row">{titles[field]}</th>
              {status === 'explained' && isListed(before, after) ? (
                <td colSpan={3}>{describeChange(field, status)}</td>
              ) : (
                <>
                  <Entries text={before} />
                  <Entries text={after} />
                  <td>{describeChange(field, status)}</td>
                </>
              )}
            </tr>
          ))}
          {same.length > 0 && (
            <tr data-storage="unchanged">
              <th scope="row" colSpan={4}>
                Unchanged: {same.map(describeSame).join(', ')}
              </th>
            </tr>
          )}
        </tbody>
      </table>
      {!isWhole && (
        <p className={classes.note}>
          This RPC endpoint can’t trace what a transaction changes, so other
          data of the safe was not compared.
        </p>
      )}
    </>
  )
}

/** What the settings calls change is told by them, address by address. */
function isListed(before: string, after: string): boolean {
  return [before, after].some((text) => text.startsWith('0x'))
}

/** Of a list each on a line of its own. */
function Entries({ text }: { text: string }) {
  return (
    <td>
      {text.split(', ').map((entry) => (
        <span key={entry} className={classes.entry}>
          {entry}
        </span>
      ))}
    </td>
  )
}

function describeSame({ field, before }: StorageRow): string {
  return field === 'threshold' ? `${titles[field]} ${before}` : titles[field]
}

function describeChange(
  field: CriticalField,
  status: StorageRow['status'],
): string {
  if (status === 'unexplained') return 'unexplained'
  return field === 'nonce' ? 'as expected' : 'as described above'
}
