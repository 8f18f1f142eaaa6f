import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { formatAmount } from '../../lib/formatAmount.js'
import type { Provenance } from '../../trust/provenance.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { type CheckedPayment, sumPayments } from './checkPayments.js'
import classes from './PaymentTotals.module.css'

/** What all rows together send, and what then remains. */
export function PaymentTotals({
  checked,
  provenance,
}: {
  checked: readonly CheckedPayment[]
  provenance: Provenance | undefined
}) {
  const totals = sumPayments(checked).filter(({ sent }) => sent > 0n)
  if (totals.length === 0) return null
  return (
    <Section
      title="Total"
      end={provenance && <ProvenanceMark of={provenance} />}
    >
      <dl>
        {totals.map(({ token, sent, rest }) => (
          <div key={token.token} className={classes.total}>
            <dt>
              Sends{' '}
              <b>
                {write(sent, token.decimals)} {token.symbol}
              </b>
            </dt>
            <dd>
              {rest < 0n ? (
                <Status kind="danger">
                  {write(-rest, token.decimals)} {token.symbol} too much
                </Status>
              ) : (
                <>
                  leaves {write(rest, token.decimals)} {token.symbol}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function write(value: bigint, decimals: number): string {
  const { integer, fraction } = formatAmount(value, decimals)
  return fraction ? `${integer}.${fraction}` : integer
}
